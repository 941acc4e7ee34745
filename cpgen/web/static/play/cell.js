// @ts-check
// A cell of a board: its digit or marks, its highlighting, and its description for screen readers.

import { html, memo } from "../html.js";
import { coloursOf } from "./colours.js";
import { Glyph } from "./glyph.js";
import { SYMBOLS } from "./layout.js";
import { symbolName } from "./symbols.js";

const SPREAD = 8; // corner marks with a place of their own

/**
 * @typedef {import("./data.js").TextFunction} TextFunction
 * @typedef {{size: number, symbols: string, texts: TextFunction, readOnly: boolean, places: boolean}} Look
 * how the cells of a board are drawn; `places` gives each centre mark a place of its own
 */

/**
 * `digit` is 0 in an open cell, `coming` a digit that a hint places there; `corner`, `centre`, `colour` and `going`,
 * which a hint removes, are the symbols of marks; `marks` are the names of how the cell is marked, and `words` describe
 * it in another way than a game does.
 * @typedef {{cell: number, look: Look, shade: boolean, isClue: boolean, digit: number, coming: number, corner: string,
 *   centre: string, colour: string, going: string, marks: string, words: string | null, isCursor: boolean}} CellProps
 */

/**
 * A cell, which is drawn again only when something of it changes.
 */
export const Cell = memo((/** @type {CellProps} */ props) => {
  const { cell, look, isClue, marks, coming, corner, centre, going } = props;
  const digit = isClue && has(marks, "fogged") ? 0 : props.digit;
  const spoken = look.readOnly ? {} : describedBy(props);
  return html`<div class=${namesOf(props)} data-cell=${cell} ...${spoken}>
    <${Content} digit=${digit || coming} corner=${corner} centre=${centre} going=${going} look=${look} />
  </div>`;
});

/** @param {CellProps} props */
function namesOf({ shade, isClue, coming, colour, marks }) {
  const kinds = { cell: true, shaded: shade, clue: isClue, coming, coloured: colour, [marks]: marks };
  return Object.entries(kinds)
    .flatMap(([name, on]) => (on ? [name] : []))
    .join(" ");
}

/**
 * The description of a cell in a grid for screen readers.
 * @param {CellProps} props
 */
function describedBy(props) {
  const { cell, look, marks, words, isCursor } = props;
  const { size, texts } = look;
  const [row, column] = [Math.floor(cell / size) + 1, (cell % size) + 1];
  const place = texts("cell", { row, column });
  return {
    role: "gridcell",
    "aria-label": [place, words ?? wordsOf(props)].filter(Boolean).join(texts("pause")),
    "aria-colindex": column,
    "aria-selected": String(has(marks, "selected")),
    tabindex: isCursor ? "0" : "-1",
  };
}

/** @type {(marks: string, name: string) => boolean} */
const has = (marks, name) => marks.split(" ").includes(name);

/** @param {Pick<CellProps, "digit" | "corner" | "centre" | "going" | "look">} props */
function drawContent({ digit, corner, centre, going, look }) {
  if (digit) return html`<span class="value"><${Glyph} symbols=${look.symbols} digit=${digit} /></span>`;
  return [
    corner && html`<${Corner} marks=${corner} symbols=${look.symbols} />`,
    (centre || going) &&
      html`<${Centre} marks=${centre} going=${going} placed=${look.places && !corner} look=${look} />`,
  ];
}

const Content = memo(drawContent);

/** @param {{mark: string, symbols: string}} props */
function Mark({ mark, symbols }) {
  return html`<${Glyph} symbols=${symbols} digit=${SYMBOLS.indexOf(mark) + 1} />`;
}

/** @param {{marks: string, symbols: string}} props */
function Corner({ marks, symbols }) {
  const spread = marks.length <= SPREAD;
  /** @type {(mark: string, k: number) => unknown} */
  const sign = (mark, k) =>
    html`<span class=${spread ? `at-${k}` : ""}><${Mark} mark=${mark} symbols=${symbols} /></span>`;
  return html`<span class=${spread ? "corner spread" : "corner"}>${[...marks].map(sign)}</span>`;
}

/**
 * The centre marks of a cell: in a row or, when `placed`, in a square where each digit has its own place.
 * @param {{marks: string, going: string, placed: boolean, look: Look}} props
 */
function Centre({ marks, going, placed, look: { size, symbols } }) {
  const shown = [...new Set(marks + going)].sort((one, other) => SYMBOLS.indexOf(one) - SYMBOLS.indexOf(other));
  const wide = Math.ceil(Math.sqrt(size));
  const placeOf = (/** @type {number} */ at) => ({ gridArea: `${Math.floor(at / wide) + 1} / ${(at % wide) + 1}` });
  const sign = (/** @type {string} */ mark) =>
    html`<span class=${going.includes(mark) ? "going" : ""} style=${placed ? placeOf(SYMBOLS.indexOf(mark)) : null}>
      <${Mark} mark=${mark} symbols=${symbols} />
    </span>`;
  if (!placed) {
    const many = Math.min(4, Math.ceil(shown.length / 3));
    return html`<span class="centre many-${many}">${shown.map(sign)}</span>`;
  }
  const square = { "--wide": String(wide), "--deep": String(Math.ceil(size / wide)) };
  return html`<span class="centre placed" style=${square}>${shown.map(sign)}</span>`;
}

/**
 * The content of a cell of a game in words.
 * @param {CellProps} props
 */
function wordsOf({ isClue, digit: own, coming, going, corner, centre, colour, marks, look: { texts, symbols } }) {
  const name = (/** @type {number} */ one) => symbolName(symbols, one, texts);
  const names = (/** @type {string} */ text) => [...text].map((mark) => name(SYMBOLS.indexOf(mark) + 1)).join(" ");
  const fogged = has(marks, "fogged");
  const digit = isClue && fogged ? 0 : own;
  const colours = coloursOf(colour).map((one) => texts(`colour-${one}`));
  const words = [
    digit ? texts(isClue ? "cell-clue" : "cell-digit", { digit: name(digit) }) : texts("cell-empty"),
    fogged && texts("cell-fogged"),
    corner && texts("cell-corner", { marks: names(corner) }),
    centre && texts("cell-centre", { marks: names(centre) }),
    coming > 0 && texts("cell-coming", { digit: name(coming) }),
    going && texts("cell-going", { marks: names(going) }),
    colours.length > 0 && texts("cell-colour", { colours: colours.join(" ") }),
    has(marks, "conflict") && texts("cell-conflict"),
    has(marks, "wrong") && texts("cell-wrong"),
  ];
  return words.filter(Boolean).join(texts("pause"));
}
