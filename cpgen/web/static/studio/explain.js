// @ts-check
// How a puzzle is solved, round by round, on the board and in words.

import { hasFigure, tints } from "../play/figure.js";
import { newGame, withAllMarks, withFinding } from "../play/game.js";
import { spelled } from "../play/hint_card.js";
import { candidatesOf } from "../play/hints.js";
import { digitsOf, layoutOf } from "../play/layout.js";
import { Board } from "./board.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "./html.js";
import { Button } from "./parts.js";

const FEW = 3; // the houses that a round looks at are shaded when they are no more than this

/** The explanation of a walkthrough; the round that is shown is chosen by buttons, by arrow keys and in the list. */
export function Explanation({ studio, walkthrough }) {
  const { texts } = studio;
  const { rounds } = walkthrough;
  const layout = useMemo(() => layoutOf(walkthrough.layout), [walkthrough]);
  const clues = useMemo(() => digitsOf(walkthrough.puzzle), [walkthrough]);
  const before = useMemo(() => boardsBefore(layout, clues, rounds), [walkthrough]);
  const [at, setAt] = useState(0);
  const scene = useMemo(() => sceneOf(layout, clues, rounds[at], before[at]), [walkthrough, at]);
  const go = (number) => setAt(Math.min(Math.max(0, number), Math.max(0, rounds.length - 1)));
  const onKeyDown = ({ key }) => {
    if (key === "ArrowLeft") go(at - 1);
    if (key === "ArrowRight") go(at + 1);
  };
  return html`<div class="explanation" onKeyDown=${onKeyDown}>
    <div class="stage">
      <${Board} label=${texts("explain")} layout=${layout} scene=${scene} texts=${texts} readOnly />
      <div class="below">
        <${Button} label=${texts("previous")} act=${() => go(at - 1)} picture="left" quiet disabled=${at === 0} />
        <span>${rounds.length > 0 && texts("round", { number: at + 1, all: rounds.length })}</span>
        <${Button} label=${texts("next")} act=${() => go(at + 1)} picture="right" quiet disabled=${at >= rounds.length - 1} />
      </div>
    </div>
    <div class="side">
      <div class="words" aria-live="polite">${rounds[at] ? html`<${Words} round=${rounds[at]} texts=${texts} />` : html`<p>${texts("explain-stuck")}</p>`}</div>
      <${Rounds} rounds=${rounds} at=${at} go=${go} texts=${texts} />
    </div>
  </div>`;
}

/** The list of rounds, where the arrow keys go. */
function Rounds({ rounds, at, go, texts }) {
  const list = useRef(null);
  useLayoutEffect(() => {
    const item = list.current.children[at];
    item?.scrollIntoView({ block: "nearest" });
    if (at === 0 || list.current.contains(document.activeElement)) item?.focus({ preventScroll: true });
  }, [at]);
  const item = ({ title }, k) =>
    html`<button type="button" key=${k} aria-current=${k === at ? "step" : "false"} onClick=${() => go(k)}>${k + 1}. ${title[texts.language]}</button>`;
  return html`<nav class="rounds" ref=${list} aria-label=${texts("explain")}>${rounds.map(item)}</nav>`;
}

function Words({ round: { title, complexity, findings }, texts }) {
  const sentence = (finding) => html`<li>${spelled(finding.sentence[texts.language], "digits")}</li>`;
  return html`<h2>${title[texts.language]}<small>${texts("complexity", { number: complexity })}</small></h2>
    <ul>${findings.map(sentence)}</ul>`;
}

function sceneOf(layout, clues, round, game) {
  const figure = figureOf(round, layout, game);
  const sets = { ...tints(figure?.finding), ...setsOf(figure ? null : round) };
  return { clues, game: shownIn(round, game), sets, effects: effectsOf(round), figure };
}

/** A round that places digits is seen without marks. */
function shownIn(round, game) {
  const places = round?.findings.some((finding) => finding.placed.length && !hasFigure(finding));
  return places ? { ...game, centre: game.digits.map(() => "") } : game;
}

/** The game before each round. */
function boardsBefore(layout, clues, rounds) {
  const boards = [withAllMarks(layout, newGame(clues))];
  const done = (game, finding) => withFinding(layout, clues, game, finding, true);
  for (const { findings } of rounds) boards.push(findings.reduce(done, boards.at(-1)));
  return boards;
}

/** What the only finding of a round is drawn with, null where its cells say everything. */
function figureOf(round, layout, game) {
  const [finding, ...others] = round?.findings ?? [];
  return finding && !others.length && hasFigure(finding) ? { finding, candidates: candidatesOf(layout, game) } : null;
}

function setsOf(round) {
  const findings = round?.findings ?? [];
  const houses = findings.flatMap((finding) => finding.houses);
  const different = new Set(houses.map(String));
  return {
    look: new Set(different.size <= FEW ? houses.flat() : []),
    focus: new Set(findings.flatMap((finding) => finding.cells)),
  };
}

function effectsOf(round) {
  const findings = round?.findings ?? [];
  return { placed: findings.flatMap(({ placed }) => placed), removed: findings.flatMap(({ removed }) => removed) };
}
