// @ts-check
// What the page marks as wrong in a plan, which keeps actions from using the plan.

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./messages.js").Stated} Stated
 */

/**
 * The reason why nothing can be made of the plan as it is shown: a wrong constraint, or the server's refusal; null if
 * there is none.
 * @param {Studio} studio
 * @returns {Partial<Stated> | null}
 */
export function obstacleOf({ pen, state }) {
  const wrong = pen.drawn.find(({ problem }) => problem)?.problem;
  return wrong ?? (state.verdict?.isRefused ? state.verdict : null);
}

/**
 * Does something with the plan, or says why that is impossible. Constraints that are being edited are waited for.
 * @param {Studio} studio
 * @param {() => unknown} act
 */
export async function actOnPlan(studio, act) {
  await studio.constraints.editing;
  const obstacle = obstacleOf(studio);
  if (obstacle) studio.showMessage({ ...obstacle, kind: "bad" });
  else await act();
}
