// @ts-check
// The views of the page: making puzzles, and playing, explaining or practising one, each with an address of its own.

import { namesOf } from "../play/link.js";
import { Session } from "../play/session.js";
import { addressOf, askedFor } from "./address.js";
import { serverHint, serverRefutation } from "./hints.js";
import { statedBy } from "./messages.js";
import { putOnBoard } from "./loading.js";
import { sendToServer } from "./server.js";
import { filterOf, ordered } from "./sets.js";

/**
 * @typedef {import("./address.js").Asked} Asked
 * @typedef {import("../play/link.js").Shared} Shared
 * @typedef {{name: "make"}} MakeView
 * @typedef {Exclude<Asked, {name: "make"}>} AskedPuzzle
 *
 * @typedef {object} PuzzleView
 * @property {"play" | "explain" | "practise"} name
 * @property {any} walkthrough that is played or explained
 * @property {number} [number] of an exercise, from 1
 * @property {Session} [session] of a view that is played
 *
 * @typedef {MakeView | PuzzleView} View
 */

export class Views {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    window.addEventListener("popstate", () => this.followAddress());
  }

  /**
   * Goes to a view; Back leads here again.
   * @param {{name: View["name"], number?: number, puzzle?: string, layout?: string, [more: string]: unknown}} view
   */
  openView(view) {
    history.pushState(null, "", addressOf(view));
    this.followAddress();
  }

  /** Shows what the address asks for. */
  async followAddress() {
    const { studio } = this;
    const fragment = location.hash;
    const asked = askedFor(fragment);
    if (asked.name === "make") {
      this.#show({ name: "make" });
      studio.setState({ begun: true });
      if (asked.drawing) await this.#takeDrawing(asked.drawing);
      else if (fragment.length > 1) studio.showMessage({ text: studio.playTexts("link-bad"), kind: "bad" });
      return;
    }
    try {
      const walkthrough = await this.#walkthroughOf(asked);
      if (fragment === location.hash) this.#show({ ...asked, walkthrough });
    } catch (error) {
      history.replaceState(null, "", location.pathname);
      this.#show({ name: "make" });
      studio.showMessage({ ...statedBy(error), kind: "bad" });
    }
  }

  /**
   * Takes the drawing of a link into the plan, which Undo takes back.
   * @param {import("./address.js").LinkedDrawing} drawing
   */
  async #takeDrawing(drawing) {
    const { studio } = this;
    history.replaceState(null, "", location.pathname);
    await studio.attempt(async () => {
      await putOnBoard(studio, drawing);
      studio.showMessage({ text: studio.texts("drawing-opened") });
    });
  }

  /**
   * The walkthrough that is played or explained.
   * @param {AskedPuzzle} asked
   */
  async #walkthroughOf(asked) {
    const { choices, exercises, texts, tray } = this.studio;
    if (asked.name === "practise") {
      const exercise = exercises[asked.number - 1];
      if (!exercise) throw new Error(texts("no-exercise", asked));
      return exercise;
    }
    const { puzzle, layout } = asked;
    const kept = tray.find((one) => one.puzzle === puzzle && one.layout === layout);
    const { ladder = "", ...names } = namesOf(kept ?? asked.names);
    const known = choices.ladders.some(({ name }) => name === ladder);
    return sendToServer("walkthrough", { puzzle, layout, ...names, ladder: known ? ladder : "" });
  }

  /** @param {MakeView | (PuzzleView & {shared?: Shared | null})} asked */
  #show(asked) {
    const { view: before, message } = this.studio.state;
    if (before.name !== "make") before.session?.pause();
    const isMaking = asked.name === "make";
    const left = isMaking && before.name !== "make" ? before.walkthrough : null;
    const returned = left ? `${left.layout} ${left.puzzle}` : "";
    const view = isMaking ? asked : this.#playable(asked);
    this.studio.setState({ view, message: isMaking ? message : null, returned, dialog: null });
    if (!isMaking) window.scrollTo(0, 0);
  }

  /**
   * A view with a game of its puzzle, unless it is explained.
   * @param {PuzzleView & {shared?: Shared | null}} view
   * @returns {PuzzleView}
   */
  #playable(view) {
    if (view.name === "explain") return view;
    const session = new Session(view.walkthrough, {
      settings: this.studio.playSettings,
      hints: serverHint,
      refutations: serverRefutation,
    });
    session.start();
    if (view.shared) session.continueFrom(view.shared);
    return { ...view, session };
  }

  /**
   * A function that opens the next exercise or the next shown puzzle; null if there is none.
   * @param {PuzzleView} view
   */
  nextOf({ name, number = 0, walkthrough: { puzzle, layout } }) {
    const { exercises, order, state, tray } = this.studio;
    if (name === "practise") {
      return exercises[number] ? () => this.openView({ name, number: number + 1 }) : null;
    }
    const shown = ordered(tray.filter(filterOf(state.filter)), order);
    const next = shown[shown.findIndex((one) => one.puzzle === puzzle && one.layout === layout) + 1];
    return next && next !== shown[0] ? () => this.openView({ name, puzzle: next.puzzle, layout: next.layout }) : null;
  }
}
