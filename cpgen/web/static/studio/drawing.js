// @ts-check
// Constraints on the board: the server draws them, checks them and writes them as text.

import { StatedError, statedBy } from "./messages.js";
import { sendToServer } from "./server.js";

/**
 * @typedef {Record<string, any>} GivenConstraint a constraint as an object, as the server reads it
 * @typedef {(lines: string[]) => (string | GivenConstraint)[]} LinesChange
 */

/**
 * The constraints of the plan and their drawing, which is stored in the studio's state; outdated answers are dropped.
 */
export class Constraints {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.asked = "";
    /** @type {Promise<unknown>} */
    this.editing = Promise.resolve();
  }

  /** Requests the drawing of the constraints if they have changed. */
  async followPlan() {
    const { plan } = this.studio.state;
    const question = questionOf(plan);
    if (question === this.asked) return;
    this.asked = question;
    const { constraints, cosmetics } = plan;
    if (!constraints.length && !cosmetics) return this.studio.setState({ drawn: null });
    try {
      const drawn = await this.#drawingOf(plan.board.spec, constraints, cosmetics);
      if (question !== this.asked) return;
      this.studio.setState({ drawn });
      this.studio.outlook.followPlan();
    } catch (error) {
      if (question !== this.asked) return;
      this.asked = "";
      this.studio.showMessage({ ...statedBy(error), kind: "bad" });
    }
  }

  /**
   * Changes the constraints: `change` returns the new lines or objects for the current lines. Edits are queued;
   * resolves to false if the server rejects one. Constraints that are wrong stay, with their problem in the drawing.
   * @param {LinesChange} change
   * @param {string | null} stroke joins the undo step to the one before that has the same
   */
  edit(change, stroke = null) {
    const edited = this.editing.then(() => this.#edit(change, stroke));
    this.editing = edited;
    return edited;
  }

  /** Requests the drawing once more, as other kinds are known now. */
  askAgain() {
    this.asked = "";
    return this.followPlan();
  }

  /** @param {string} layout @param {(string | GivenConstraint)[]} constraints @param {string} cosmetics */
  #drawingOf(layout, constraints, cosmetics) {
    return sendToServer("drawing", { layout, constraints, cosmetics, kinds: this.studio.state.kinds.files });
  }

  /** @param {LinesChange} change @param {string | null} stroke */
  async #edit(change, stroke) {
    const { studio } = this;
    const { board, constraints, cosmetics } = studio.state.plan;
    try {
      const drawn = await this.#drawingOf(board.spec, change(constraints), cosmetics);
      const refused = drawn.constraints.find(({ line }) => !line);
      if (refused?.problem) throw new StatedError(refused.problem);
      const plan = { ...studio.state.plan, constraints: drawn.constraints.map(({ line }) => line) };
      this.asked = questionOf({ ...plan, cosmetics });
      studio.setState({ drawn: plan.constraints.length || cosmetics ? drawn : null, message: null });
      if (String(plan.constraints) !== String(constraints)) studio.edits.changePlan(plan, stroke);
      return true;
    } catch (error) {
      studio.showMessage({ ...statedBy(error), kind: "bad" });
      return false;
    }
  }
}

/**
 * A key for everything that the drawing depends on.
 * @param {import("./plan.js").Plan} plan
 */
function questionOf({ board, constraints, cosmetics }) {
  return JSON.stringify([board.spec, constraints, cosmetics]);
}
