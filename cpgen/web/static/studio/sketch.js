// @ts-check
// What is shown over the board while constraints are drawn, as pairs of an SVG tag and its attributes, in cells.

/** The middles of cells, as pairs of x and y. */
export function pointsOf(cells, size) {
  return cells.map((cell) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5]);
}

/** The shapes of what a pen does: places to tap, the stroke so far, the chosen constraint, and those that are wrong. */
export function sketchShapes(pen) {
  const { held, kind, size, drawn } = pen;
  const squares = (cells, name) => cells.map((cell) => square(cell, size, name));
  const wrong = drawn.filter(({ problem }) => problem).flatMap(({ cells }) => squares(cells, "wrong"));
  const blamed = (pen.reasons?.constraints ?? []).flatMap(({ cells }) => squares(cells, "wrong"));
  const chosen = squares(drawn[held.chosen]?.cells ?? [], "chosen");
  const places = pen.targets.map(({ at: [cy, cx] }, k) => {
    const here = k === held.place;
    return ["circle", { class: here ? "place here" : "place", cx, cy, r: here ? 0.16 : 0.07 }];
  });
  const strokes = [...held.groups, held.cells].filter(({ length }) => length);
  const taken = strokes.flatMap((cells) => squares(cells, "taken"));
  const path = (cells) => ["polyline", { class: "stroke", points: pointsOf(cells, size).join(" ") }];
  const lines = kind?.drawn === "line" ? strokes.map(path) : [];
  return [...wrong, ...blamed, ...chosen, ...taken, ...lines, ...places];
}

function square(cell, size, name) {
  const [x, y] = [(cell % size) + 0.05, Math.floor(cell / size) + 0.05];
  return ["rect", { class: name, x, y, width: 0.9, height: 0.9, rx: 0.1 }];
}
