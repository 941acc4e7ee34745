import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { firstGame } from "../../cpgen/web/static/play/exercise.js";
import { STAGES } from "../../cpgen/web/static/play/hints.js";
import { digitsOf } from "../../cpgen/web/static/play/layout.js";
import { Session } from "../../cpgen/web/static/play/session.js";
import { loadGame } from "../../cpgen/web/static/play/storage.js";
import { findingOf, SMALL } from "./boards.js";

const SETTINGS = { theme: "auto", symbols: "digits", conflicts: true, tidy: true, ladder: "", language: "en" };
const solution = digitsOf(SMALL.solution);
const finding = { kind: "finding", round: { title: { en: "Single" }, complexity: 1 } };
let kept = new Map();

globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
};

beforeEach(() => {
  kept = new Map();
});

function begun(walkthrough = SMALL, hint = { kind: "none" }) {
  const session = new Session(walkthrough, { settings: SETTINGS, hints: async () => hint });
  session.start();
  return session;
}

/** Writes the solution, but for some last cells. */
function solve(session, but = 0) {
  solution.slice(0, 16 - but).forEach((digit, cell) => {
    session.select(cell);
    if (!session.game.digits[cell]) session.enter(digit);
  });
}

const said = ({ state }) => state.message?.key;

test("digits are written in the cells that are selected, and taken back", () => {
  const session = begun();
  assert.deepEqual([session.state.cursor, session.paused], [0, false]);
  session.select(1, true);
  session.enter(2);
  assert.deepEqual(session.game.digits.slice(0, 2), [2, 2]);
  assert.deepEqual([...session.conflicts], [0, 1]);
  session.undo();
  assert.deepEqual(session.game, firstGame(SMALL));
  session.redo();
  assert.equal(session.remaining[1], 1);
});

test("nothing is learned of clues in the fog", () => {
  const session = begun({ ...SMALL, fog: "r1c1" });
  assert.deepEqual([...session.remaining], [4, 4, 4, 4]);
  session.select(2);
  session.enter(3); // a digit of its column
  assert.deepEqual([...session.conflicts], []);
});

test("a game comes back as it was left", () => {
  const session = begun();
  session.enter(2);
  session.enter(3, "corner");
  session.select(5);
  session.enter(4, "centre");
  const again = begun();
  assert.deepEqual(again.game, session.game);
  again.undo();
  again.undo();
  assert.deepEqual(again.game, firstGame(SMALL));
});

test("nothing is written while a game is paused or solved", () => {
  const session = begun();
  session.pause();
  session.enter(2);
  assert.equal(session.game.digits[0], 0);
  session.start();
  solve(session);
  assert.deepEqual([session.state.solved, session.idle, session.paused], [true, true, false]);
  session.erase();
  assert.deepEqual(session.game.digits, solution);
  assert.equal(loadGame(SMALL)?.solved, true);
});

test("a full board with a mistake is reported, and the check says how many, then which", () => {
  const session = begun();
  solve(session, 1);
  session.select(15);
  session.enter(1);
  assert.equal(said(session), "full-wrong");
  session.check();
  assert.deepEqual([said(session), session.state.wrong.size], ["checked-wrong-one", 0]);
  session.check();
  assert.deepEqual([...session.state.wrong], [15]);
});

test("beginning again can be undone", () => {
  const session = begun();
  session.enter(2);
  session.restart();
  assert.deepEqual([session.game, said(session)], [firstGame(SMALL), "restarted"]);
  session.undo();
  assert.equal(session.game.digits[0], 2);
});

test("a hint says where to look, then the technique, then what is there, and is then done", async () => {
  const placing = findingOf({ placed: [[0, 2]] });
  const session = begun(SMALL, { ...finding, finding: placing });
  await session.hint();
  assert.equal(session.state.shown?.stage, STAGES.where);
  await session.hint();
  assert.equal(session.state.shown?.stage, STAGES.technique);
  session.continueHint();
  assert.equal(session.state.shown?.stage, STAGES.step);
  session.continueHint();
  assert.deepEqual([session.game.digits[0], session.state.shown], [2, null]);
});

test("what a hint eliminated is remembered", async () => {
  const session = begun(SMALL, { ...finding, finding: findingOf({ removed: [[0, 4]] }) });
  await session.hint();
  session.showStep();
  assert.deepEqual([...session.state.explained], ["0-4"]);
  session.markAll();
  assert.equal(session.game.centre[0], "12");
});

test("a hint that comes too late is dropped, and one that fails says why", async () => {
  const late = begun(SMALL, { kind: "stuck" });
  const asked = late.hint();
  late.enter(2);
  await asked;
  assert.equal(late.state.shown, null);
  const failing = new Session(SMALL, { settings: SETTINGS, hints: () => Promise.reject(new Error("No server")) });
  failing.start();
  await failing.hint();
  assert.deepEqual(failing.state.shown?.hint, { kind: "failed", text: "No server" });
});

test("a puzzle without a known solution has no hints and no check", async () => {
  const session = begun({ layout: "2x2", puzzle: SMALL.puzzle });
  await session.hint();
  session.check();
  assert.deepEqual([session.state.shown, said(session)], [null, undefined]);
});

test("an exercise is solved by what it seeks", () => {
  const marks = firstGame(SMALL).digits.map((digit) => (digit ? "" : "1234"));
  const start = { digits: SMALL.puzzle, marks };
  const sought = {
    title: { en: "W-Wing" },
    complexity: null,
    findings: [
      findingOf({
        removed: [
          [0, 4],
          [0, 1],
        ],
      }),
    ],
  };
  const session = begun({ ...SMALL, start, sought });
  session.enter(4);
  assert.deepEqual([said(session), session.state.solved], ["move-part", false]);
  session.enter(1);
  assert.deepEqual([session.state.solved, session.state.shown?.stage], [true, STAGES.step]);
});

test("cells with the same content are selected together", () => {
  const session = begun();
  session.selectAlike(6);
  assert.deepEqual([...session.state.selection], [6, 8]);
  session.selectAlike(7, true);
  assert.deepEqual([...session.state.selection].sort(), [6, 7, 8]);
  session.deselect(6);
  assert.ok(!session.state.selection.has(6));
});

test("a link's game is continued once, as a step", () => {
  const session = begun();
  session.enter(2);
  const { game } = session;
  const shared = { game: { ...game, digits: game.digits.with(1, 3) }, seconds: 70, damaged: false };
  session.continueFrom(shared);
  assert.deepEqual([session.game.digits[1], said(session), session.state.clock.seconds], [3, "link-opened", 70]);
  session.undo();
  assert.equal(session.game.digits[1], 0);
  session.continueFrom(shared);
  assert.equal(session.game.digits[1], 0, "it has been opened before");
  session.continueFrom({ ...shared, damaged: true });
  assert.equal(said(session), "link-damaged");
});

test("a digit asks why it is not possible while that is asked, and writes nothing", async () => {
  const asked = [];
  const answer = { sentences: ["No."], cells: [3] };
  const refutations = async (question) => {
    asked.push([question.cell, question.digit]);
    return answer;
  };
  const session = new Session(SMALL, { settings: SETTINGS, hints: async () => null, refutations });
  session.start();
  session.askWhy();
  session.enter(1);
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual([asked, session.game.digits[0]], [[[0, 1]], 0]);
  assert.deepEqual(session.state.question, { cell: 0, digit: 1, answer });
  session.closeHint();
  session.enter(1);
  assert.equal(session.game.digits[0], 1);
});

test("nothing is refuted on a wrong board", async () => {
  const session = new Session(SMALL, { settings: SETTINGS, hints: async () => null, refutations: async () => null });
  session.start();
  session.enter(solution[0] === 1 ? 2 : 1);
  session.select(1);
  session.askWhy();
  await session.refute(1);
  assert.equal(session.state.question?.answer, "mistake");
});

test("a replay shows each move and the first mistake, and the game continues from there", () => {
  const session = begun();
  const right = solution[0];
  session.enter(right);
  session.select(1);
  session.enter(solution[1] === 1 ? 2 : 1);
  session.select(2);
  session.enter(solution[2]);
  session.replayTo(3);
  assert.deepEqual([session.firstMistake, [...session.state.wrong], session.idle], [2, [1], true]);
  session.replayTo(1);
  assert.deepEqual([session.game.digits.slice(0, 3), session.replayedCells], [[right, 0, 0], [0]]);
  session.enter(3);
  session.continueReplayed();
  assert.deepEqual([session.game.digits.slice(0, 3), session.state.history.canRedo], [[right, 0, 0], true]);
  assert.equal(session.idle, false);
});

test("the moves of a solved game can be replayed after it is opened again", () => {
  const session = begun();
  solve(session);
  const again = begun();
  again.replayTo(0);
  assert.deepEqual(again.game, firstGame(SMALL));
});
