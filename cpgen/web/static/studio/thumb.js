// A small picture of a puzzle.

import { svg } from "../dom.js";
import { layoutOf } from "../play/layout.js";
import { diagonals, inner, shaded } from "../play/lines.js";

/** A small drawing of a puzzle. */
export function thumb({ layout: spec, puzzle }) {
  const layout = layoutOf(spec);
  const { size } = layout;
  const { thin, thick } = inner(layout);
  const place = (cell) => ({ x: (cell % size) + 0.5, y: Math.floor(cell / size) + 0.72 });
  const shade = [...shaded(layout)].map((cell) => `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z`).join("");
  const digits = [...puzzle].flatMap((symbol, cell) => (symbol === "." ? [] : [svg("text", place(cell), symbol)]));
  const frame = svg("rect", { class: "thick", width: size, height: size });
  return svg(
    "svg",
    { class: "thumb", viewBox: `-0.1 -0.1 ${size + 0.2} ${size + 0.2}`, "aria-hidden": "true" },
    svg("path", { class: "shade", d: shade }),
    svg("path", { class: "diagonal", d: diagonals(layout) }),
    svg("path", { class: "thin", d: thin }),
    svg("path", { class: "thick", d: thick }),
    frame,
    ...digits,
  );
}
