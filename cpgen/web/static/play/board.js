// A board: a grid of cells that screen readers can read, with the board's lines and drawings around it.

import { html, memo, useLayoutEffect, useMemo, useRef } from "../html.js";
import { Cell } from "./cell.js";
import { clueShapes } from "./clues.js";
import { colourShapes } from "./colours.js";
import { figureShapes } from "./figure.js";
import { range, SYMBOLS } from "./layout.js";
import { diagonals, inner, shaded } from "./lines.js";
import { strokes } from "./pointer.js";
import { Drawing, Shapes } from "./svg.js";

const AIR = 0.12; // around clues outside the board, in cells
const NO_EFFECTS = { placed: [], removed: [] };

/**
 * `sets` are sets of cells by the name of how they are marked; `effects` is what a hint places and removes; `figure` is
 * drawn with its own candidates in place of all marks.
 * @typedef {{placed: number[][], removed: number[][]}} Effects
 * @typedef {{clues: number[], game: import("./game.js").Game, cursor?: number, sets?: Record<string, Set<number>>,
 *   effects?: Effects, figure?: {finding: any, candidates: number[][]} | null}} Scene
 */

/**
 * The view of a board. `places` gives each centre mark a place of its own; `describe` describes a cell in words in
 * another way than a game does; `begin` and `touch` hear of strokes (see `strokes`); `sketch` are shapes on top.
 */
export function BoardView(props) {
  const { layout, scene, label, symbols = "digits", texts, readOnly = false, places = true, inert = false } = props;
  const { size, constraints } = layout;
  const grid = useRef(null);
  const look = useMemo(() => ({ size, symbols, texts, readOnly, places }), [size, symbols, texts, readOnly, places]);
  const listeners = useStrokes(props);
  useLayoutEffect(() => {
    if (scene.cursor >= 0 && grid.current.contains(document.activeElement)) focusCell(grid.current, scene.cursor);
  }, [scene.cursor]);
  const names = {
    "with-clues": constraints,
    cornered: constraints?.cornered,
    "with-figure": scene.figure,
    "with-colours": scene.game.colour.some(Boolean),
  };
  const shown = Object.keys(names).filter((name) => names[name]);
  const role = readOnly ? { role: "img" } : { role: "grid", "aria-multiselectable": "true" };
  return html`<div class=${["board", ...shown].join(" ")} style=${{ "--n": String(size), ...placeOf(layout) }}>
    <${Backdrop} layout=${layout} colour=${scene.game.colour} />
    <div class="cells" ref=${grid} aria-label=${label} inert=${inert} ...${role} ...${listeners}>
      <${Cells} layout=${layout} look=${look} scene=${scene} describe=${props.describe} />
    </div>
    <${Lines} layout=${layout} />
    <${Over} layout=${layout} />
    <${Figure} figure=${scene.figure} digits=${scene.game.digits} layout=${layout} symbols=${symbols} />
    ${props.sketch && html`<${Drawing} name="sketch" size=${size}><${Shapes} shapes=${props.sketch} /><//>`}
  </div>`;
}

/** The listeners of a grid for strokes, which stay the same. */
function useStrokes(props) {
  const latest = useRef(props);
  latest.current = props;
  return useMemo(() => {
    if (!props.begin) return {};
    return strokes({
      begin: (cell, event) => latest.current.begin(cell, event),
      touch: (cell, answer) => latest.current.touch(cell, answer),
    });
  }, []);
}

/** Gives the keyboard to a cell of a board inside an element. */
export function focusCell(element, cell) {
  element.querySelector(`.cell[data-cell="${cell}"]`)?.focus({ preventScroll: true });
}

/** The board's place in a square as large as it would be without clues outside of it. */
function placeOf({ size, constraints }) {
  const reach = constraints?.reach;
  if (!reach) return {};
  const [left, top, right, bottom] = reach.map((cells) => cells && cells + AIR);
  const side = size + Math.max(left + right, top + bottom);
  const share = (cells) => `${(100 * cells) / side}%`;
  const [beside, above] = [(side - size - left - right) / 2 + left, (side - size - top - bottom) / 2 + top];
  const margins = [above, side - size - beside, side - size - above, beside];
  return { width: share(size), margin: margins.map(share).join(" ") };
}

function Cells({ layout, look, scene, describe }) {
  const shades = useMemo(() => shaded(layout), [layout]);
  const { clues, game, cursor = -1, sets = {}, effects = NO_EFFECTS } = scene;
  const named = Object.entries(sets);
  const coming = new Map(effects.placed);
  const going = goingIn(effects);
  const cell = (place) => {
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
  const row = (number) =>
    html`<div role="row" aria-rowindex=${number + 1}>${range(size).map((k) => cell(number * size + k))}</div>`;
  return range(size).map(row);
}

/** The names of the sets that have a cell. */
function namesOf(sets, cell) {
  let names = "";
  for (const [name, cells] of sets) if (cells.has(cell)) names += names ? ` ${name}` : name;
  return names;
}

/** The marks that a hint removes, by cell. */
function goingIn({ removed }) {
  const going = new Map();
  for (const [cell, digit] of removed) going.set(cell, (going.get(cell) ?? "") + SYMBOLS[digit - 1]);
  return going;
}

const Backdrop = memo(({ layout, colour }) => {
  const { size } = layout;
  return html`<${Drawing} name="backdrop clues" size=${size}>
    <g><${Shapes} shapes=${colourShapes(size, colour)} /></g>
    <path class="diagonal" d=${diagonals(layout)} />
    <${Shapes} shapes=${clueShapes(layout, "under")} />
  <//>`;
});

const Lines = memo(({ layout }) => {
  const { thin, thick } = inner(layout);
  const { size } = layout;
  return html`<${Drawing} name="lines" size=${size}>
    <path class="thin" d=${thin} />
    <path class="thick" d=${thick} />
    <rect class="thick" x="0" y="0" width=${size} height=${size} rx="0.04" />
  <//>`;
});

const Over = memo(({ layout }) => {
  return html`<${Drawing} name="clues" size=${layout.size}><${Shapes} shapes=${clueShapes(layout, "over")} /><//>`;
});

const Figure = memo(({ figure, digits, layout, symbols }) => {
  const shapes = figure ? figureShapes({ layout, digits, symbols, ...figure }) : [];
  return html`<${Drawing} name="figure" size=${layout.size}><${Shapes} shapes=${shapes} /><//>`;
});
