// The types of what is played: walkthroughs, and what is found on their boards. Cells are numbered from 0.

import type { BoardConstraints, HouseCells, OtherScale, Start } from "../records.js";
import type { TextFunction } from "./texts.js";

export type { BoardConstraints, TextFunction };

/** Texts by language. */
export type Texts = Record<string, string>;

/** A cell and a digit that is placed in it or removed from it. */
export type Effect = [cell: number, digit: number];

/** A part of a finding: houses that contain or lose its digits, cells, fins, links of a chain. */
export interface Part<H extends HouseCells = HouseCells> {
  role: string;
  house: H | null;
  cells: number[];
  digits: number[];
  /** The part that a link comes from. */
  source: number | null;
}

export interface Effects {
  placed: Effect[];
  removed: Effect[];
}

/** One use of a rule; `parts` are there where they say more than houses, cells and digits. */
export interface Finding extends Effects {
  cells: number[];
  houses: number[][];
  where: Texts;
  look: Texts;
  sentence: Texts;
  parts?: Part[];
}

/** A round of the rater, or the rule of a hint; the complexity is null beyond the puzzle's own ladder. */
export interface Rule {
  rule?: string;
  title: Texts;
  complexity: number | null;
}

export interface Round extends Rule {
  findings: Finding[];
}

/** A puzzle to play, or an exercise with the board at its `start` and the round that is `sought`. */
export interface Walkthrough {
  puzzle: string;
  layout: string;
  /** The size and the kinds of the board, by language. */
  board?: Record<string, string>;
  rounds?: Round[];
  /** Unknown for a puzzle that comes from a link. */
  solution?: string;
  title?: string;
  author?: string;
  /** The author's rules text; without one, there are only the rules of the board. */
  instructions?: string;
  /** Drawings without a meaning, one per line; they are among the drawn constraints. */
  cosmetics?: string;
  /** The cells with a lamp on a board under fog, as in `r1c1 r5c5`. */
  fog?: string;
  /** The author's symbols for the digits, with blanks between. */
  symbols?: string;
  /** The author's message for the solved puzzle. */
  message?: string;
  level?: number;
  steps?: number;
  outcome?: string;
  grade?: string | null;
  /** Rules and complexities, in order. */
  ladder?: [rule: string, complexity: number][];
  /** Sites that play it, each with the address. */
  elsewhere?: [site: string, address: string][];
  also?: OtherScale;
  constraints?: BoardConstraints;
  start?: Start;
  sought?: Round;
}

/** A hint: mistakes, a finding, or a word why there is none. */
export type Hint =
  | { kind: "mistake"; cells: number[]; missing: boolean }
  | { kind: "finding"; round: Rule; finding: Finding }
  | { kind: "none" | "stuck" }
  | { kind: "failed"; text: string };

/** How far a player asked for a hint: 1 shows where to look, 2 the technique, 3 the step. */
export interface ShownHint {
  hint: Hint;
  stage: number;
}

/** Why a cell cannot hold a digit: sentences with digits in braces, and the cells of the contradiction. */
export interface Refutation {
  sentences: string[];
  cells: number[];
}

/** A question why a cell cannot hold a digit, with its answer; the digit is 0 before it is asked. */
export interface Question {
  cell: number;
  digit: number;
  answer: Refutation | "waiting" | "mistake" | { failed: string } | null;
}

/** The settings of a player. */
export interface Settings {
  theme: string;
  symbols: string;
  conflicts: boolean;
  same: boolean;
  seen: boolean;
  tidy: boolean;
  places: boolean;
  timer: boolean;
  /** The ladder of hints, empty for the puzzle's own. */
  ladder: string;
  language: string;
}
