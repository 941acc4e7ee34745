// @ts-check
// A board: a grid of cells that screen readers can read, with the board's lines and drawings around it.

import { html, memo, useLayoutEffect, useMemo, useRef } from "../html.js";
import { Cell } from "./cell.js";
import { clueShapes } from "./clues.js";
import { colourShapes } from "./colours.js";
import { figureShapes } from "./figure.js";
import { litPath } from "./fog.js";
import { range, SYMBOLS } from "./layout.js";
import { diagonals, inner, shaded } from "./lines.js";
import { strokes } from "./pointer.js";
import { Drawing, Shapes } from "./svg.js";

const AIR = 0.12; // around clues outside the board, in cells
/** @type {import("./data.js").Effects} */
/** @type {Set<number>} */
const NO_FOG = new Set();
const NO_EFFECTS = { placed: [], removed: [] };

/**
 * @typedef {import("./data.js").Effects} Effects
 * @typedef {import("./data.js").TextFunction} TextFunction
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./svg.js").Shape} Shape
 * @typedef {{finding: import("./figure.js").Figure, candidates: number[][]}} Figure
 */

/**
 * The contents of a board.
 * @typedef {object} Scene
 * @property {number[]} clues
 * @property {import("./game.js").Game} game
 * @property {number} [cursor]
 * @property {Record<string, Set<number>>} [sets] cells by the name of how they are marked
 * @property {Effects} [effects] what a hint places and removes
 * @property {Figure | null} [figure] is drawn with its own candidates in place of all marks
 */

/**
 * @typedef {object} BoardProps
 * @property {Layout} layout
 * @property {Scene} scene
 * @property {string} label
 * @property {TextFunction} texts
 * @property {string} [symbols]
 * @property {boolean} [readOnly]
 * @property {boolean} [places] gives each centre mark a place of its own
 * @property {boolean} [inert]
 * @property {((cell: number) => string[]) | null} [describe] a cell in words in another way than a game does
 * @property {(cell: number, event: PointerEvent) => any} [begin] hears of strokes, as does `touch` (see `strokes`)
 * @property {(cell: number, answer: any) => void} [touch]
 * @property {import("preact").ComponentChildren} [layer] a drawing over the cells
 * @property {Shape[] | null} [sketch] shapes on top
 */

/**
 * The view of a board.
 * @param {BoardProps} props
 */
export function BoardView(props) {
  const { layout, scene, label, symbols = "digits", texts, readOnly = false, places = true, inert = false } = props;
  const { size, constraints } = layout;
  const { cursor = -1 } = scene;
  const grid = useRef(/** @type {HTMLElement | null} */ (null));
  const look = useMemo(() => ({ size, symbols, texts, readOnly, places }), [size, symbols, texts, readOnly, places]);
  const listeners = useStrokes(props);
  useLayoutEffect(() => {
    if (cursor >= 0 && grid.current?.contains(document.activeElement)) focusCell(grid.current, cursor);
  }, [cursor]);
  const names = [
    "board",
    constraints && "with-clues",
    constraints?.cornered && "cornered",
    scene.figure && "with-figure",
    scene.game.colour.some(Boolean) && "with-colours",
  ];
  const role = readOnly ? { role: "img" } : { role: "grid", "aria-multiselectable": "true" };
  return html`<div class=${names.filter(Boolean).join(" ")} style=${{ "--n": String(size), ...placeOf(layout) }}>
    <${Backdrop} layout=${layout} colour=${scene.game.colour} />
    <div class="cells" ref=${grid} aria-label=${label} inert=${inert} ...${role} ...${listeners}>
      <${Cells} layout=${layout} look=${look} scene=${scene} describe=${props.describe} />
    </div>
    <${Lines} layout=${layout} />
    <${Over} layout=${layout} lit=${litPath(size, scene.sets?.fogged ?? NO_FOG)} />
    <${FigureView} figure=${scene.figure} digits=${scene.game.digits} layout=${layout} symbols=${symbols} />
    ${props.layer}
    ${props.sketch && html`<${Drawing} name="sketch" size=${size}><${Shapes} shapes=${props.sketch} /><//>`}
  </div>`;
}

/**
 * The listeners of a grid for strokes, which stay the same.
 * @param {BoardProps} props
 */
function useStrokes(props) {
  const latest = useRef(props);
  latest.current = props;
  return useMemo(() => {
    if (!props.begin) return {};
    return strokes({
      begin: (cell, event) => latest.current.begin?.(cell, event),
      touch: (cell, answer) => latest.current.touch?.(cell, answer),
    });
  }, []);
}

/**
 * Gives the keyboard to a cell of a board inside an element.
 * @param {HTMLElement | null} element
 * @param {number} place
 */
export function focusCell(element, place) {
  cellOf(element, place)?.focus({ preventScroll: true });
}

/**
 * A cell of the board inside an element.
 * @param {HTMLElement | null} element
 * @param {number} place
 * @returns {HTMLElement | null}
 */
export function cellOf(element, place) {
  return element?.querySelector(`.cell[data-cell="${place}"]`) ?? null;
}

/**
 * The board's place in a square as large as it would be without clues outside of it.
 * @param {Layout} layout
 */
function placeOf({ size, constraints }) {
  const reach = constraints?.reach;
  if (!reach) return {};
  const [left, top, right, bottom] = reach.map((cells) => cells && cells + AIR);
  const side = size + Math.max(left + right, top + bottom);
  const share = (/** @type {number} */ cells) => `${(100 * cells) / side}%`;
  const [beside, above] = [(side - size - left - right) / 2 + left, (side - size - top - bottom) / 2 + top];
  const margins = [above, side - size - beside, side - size - above, beside];
  return { width: share(size), margin: margins.map(share).join(" ") };
}

/** @param {{look: import("./cell.js").Look} & Pick<BoardProps, "layout" | "scene" | "describe">} props */
function Cells({ layout, look, scene, describe }) {
  const shades = useMemo(() => shaded(layout), [layout]);
  const { clues, game, cursor = -1, sets = {}, effects = NO_EFFECTS } = scene;
  const named = Object.entries(sets);
  const coming = new Map(effects.placed);
  const going = goingIn(effects);
  const cell = (/** @type {number} */ place) => {
    const digit = game.digits[place];
    return html`<${Cell}
      cell=${place}
      look=${look}
      shade=${shades.has(place)}
      isClue=${clues[place] > 0}
      digit=${digit}
      coming=${digit ? 0 : (coming.get(place) ?? 0)}
      corner=${game.corner[place]}
      centre=${game.centre[place]}
      colour=${game.colour[place]}
      going=${going.get(place) ?? ""}
      marks=${namesOf(named, place)}
      words=${describe ? describe(place).join(look.texts("pause")) : null}
      isCursor=${place === cursor}
    />`;
  };
  const { size } = layout;
  if (look.readOnly) return range(size * size).map(cell);
  const row = (/** @type {number} */ number) =>
    html`<div role="row" aria-rowindex=${number + 1}>${range(size).map((k) => cell(number * size + k))}</div>`;
  return range(size).map(row);
}

/**
 * The names of the sets that have a cell.
 * @param {[name: string, cells: Set<number>][]} sets
 * @param {number} cell
 */
function namesOf(sets, cell) {
  let names = "";
  for (const [name, cells] of sets) if (cells.has(cell)) names += names ? ` ${name}` : name;
  return names;
}

/**
 * The marks that a hint removes, by cell.
 * @param {Effects} effects
 */
function goingIn({ removed }) {
  /** @type {Map<number, string>} */
  const going = new Map();
  for (const [cell, digit] of removed) going.set(cell, (going.get(cell) ?? "") + SYMBOLS[digit - 1]);
  return going;
}

const Backdrop = memo((/** @type {{layout: Layout, colour: string[]}} */ { layout, colour }) => {
  const { size } = layout;
  return html`<${Drawing} name="backdrop clues" size=${size}>
    <g><${Shapes} shapes=${colourShapes(size, colour)} /></g>
    <path class="diagonal" d=${diagonals(layout)} />
    <${Shapes} shapes=${clueShapes(layout, "under")} />
  <//>`;
});

const Lines = memo((/** @type {{layout: Layout}} */ { layout }) => {
  const { thin, thick } = inner(layout);
  const { size } = layout;
  return html`<${Drawing} name="lines" size=${size}>
    <path class="thin" d=${thin} />
    <path class="thick" d=${thick} />
    <rect class="thick" x="0" y="0" width=${size} height=${size} rx="0.04" />
  <//>`;
});

/** The drawing above the lines; of a board under fog only what is `lit`. */
const Over = memo((/** @type {{layout: Layout, lit: string}} */ { layout, lit }) => {
  return html`<${Drawing} name="clues" size=${layout.size}>
    ${lit && html`<clipPath id="lit"><path d=${lit} /></clipPath>`}
    <g clip-path=${lit ? "url(#lit)" : null}><${Shapes} shapes=${clueShapes(layout, "over")} /></g>
  <//>`;
});

/** @param {{figure: Figure | null, digits: number[], layout: Layout, symbols: string}} props */
function drawFigure({ figure, digits, layout, symbols }) {
  const shapes = figure ? figureShapes({ layout, digits, symbols, ...figure }) : [];
  return html`<${Drawing} name="figure" size=${layout.size}><${Shapes} shapes=${shapes} /><//>`;
}

const FigureView = memo(drawFigure);
