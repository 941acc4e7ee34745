import assert from "node:assert/strict";
import { test } from "node:test";

import { lineOfCosmetic, withCosmetic, withoutCosmetic } from "../../cpgen/web/static/studio/cosmetics.js";

const LINE = { form: "line", at: [[0.5, 0.5], [1.5, 1 / 3]], pen: "#34bbe6", width: 0.1 }; // prettier-ignore

test("a drawing becomes a line of text", () => {
  assert.equal(lineOfCosmetic(LINE), "line at=0.5,0.5;1.5,0.333 pen=#34bbe6 width=0.1");
  const box = { form: "box", at: [[2.5, 2.5]], size: [1, 0.5], fill: "#ffd966", over: true, text: " A  b " };
  assert.equal(lineOfCosmetic(box), "box at=2.5,2.5 size=1,0.5 fill=#ffd966 over text=A b");
});

test("drawings are added to a text and taken away", () => {
  const text = withCosmetic("box at=1,1 fill=#ff0000", LINE);
  assert.equal(text.split("\n").length, 2);
  assert.equal(withoutCosmetic(text, 0), lineOfCosmetic(LINE));
});
