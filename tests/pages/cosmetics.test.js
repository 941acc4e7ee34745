import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cosmeticOf,
  cosmeticsOn,
  inked,
  lineOfCosmetic,
  withCosmetics,
  withCosmeticsAt,
} from "../../cpgen/web/static/studio/cosmetics.js";

const LINE = { form: "line", at: [[0.5, 0.5], [1.5, 1 / 3]], pen: "#34bbe6", width: 0.1 }; // prettier-ignore
const INK = { colour: "#7cc576", width: 0.3, text: "" };

test("a drawing becomes a line of text", () => {
  assert.equal(lineOfCosmetic(LINE), "line at=0.5,0.5;1.5,0.333 pen=#34bbe6 width=0.1");
  const box = { form: "box", at: [[2.5, 2.5]], size: [1, 0.5], fill: "#ffd966", over: true, text: " A  b " };
  assert.equal(lineOfCosmetic(box), "box at=2.5,2.5 size=1,0.5 fill=#ffd966 over text=A b");
});

test("a line of text becomes a drawing", () => {
  const box = { form: "box", at: [[2.5, 2.5]], size: [1, 0.5], fill: "#ffd966", over: true, text: "A b=c" };
  assert.deepEqual(cosmeticOf(lineOfCosmetic(box)), box);
  assert.deepEqual(cosmeticOf(lineOfCosmetic({ ...LINE, angle: 45 }))?.angle, 45);
  for (const line of ["star at=1,1", "box", "box at=1,x", "box at=1"]) assert.equal(cosmeticOf(line), null);
});

test("what is drawn again is taken away, and what differs is replaced", () => {
  const [first, second] = cosmeticsOn("cosmetic-paint", [0, 1], INK, 9);
  const both = withCosmetics("", [first, second]);
  assert.equal(both.split("\n").length, 2);
  assert.equal(withCosmetics(both, [first]), lineOfCosmetic(second));
  const red = cosmeticsOn("cosmetic-paint", [0], { ...INK, colour: "#ff0000" }, 9);
  assert.equal(withCosmetics(both, red), [second, ...red].map(lineOfCosmetic).join("\n"));
  const [text] = cosmeticsOn("cosmetic-text", [0], INK, 9);
  assert.equal(withCosmetics(both, [text]).split("\n").length, 3);
});

test("each tool draws with the ink", () => {
  const drawn = (tool) => cosmeticsOn(`cosmetic-${tool}`, [0, 1], INK, 9).map(lineOfCosmetic);
  assert.deepEqual(drawn("line"), ["line at=0.5,0.5;0.5,1.5 pen=#7cc576 width=0.3"]);
  assert.deepEqual(drawn("arrow"), ["arrow at=0.5,0.5;0.5,1.5 pen=#7cc576 width=0.3"]);
  assert.deepEqual(drawn("paint"), ["box at=0.5,0.5 fill=#7cc576", "box at=0.5,1.5 fill=#7cc576"]);
  assert.deepEqual(drawn("cage"), ["cage at=0.5,0.5;0.5,1.5 pen=#7cc576 ink=#7cc576"]);
});

test("a drawing gets another ink", () => {
  const line = withCosmetics("", [inked(LINE, { colour: "#000000", width: 0.05, text: "A" })]);
  assert.equal(line, "line at=0.5,0.5;1.5,0.333 pen=#000000 width=0.05");
  const [text] = cosmeticsOn("cosmetic-text", [0], INK, 9);
  assert.equal(inked(text, { ...INK, text: "Hi" }).text, "Hi");
  assert.equal(withCosmeticsAt(line, 0), "");
});
