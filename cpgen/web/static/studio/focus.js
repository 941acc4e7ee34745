// @ts-check
// The keyboard's place on the page: when the part that has it is removed or disabled, a part near it gets it.

const FOCUSABLE =
  "button:not(:disabled, .skip), a[href], input:not(:disabled), select:not(:disabled), textarea, [tabindex='0']";

/** Keeps the focus inside an element whose parts come and go. */
export function keepFocus(root) {
  /** @type {HTMLElement[]} the part that had the focus last, and those around it, from the inside */
  let last = [];
  root.addEventListener("focusin", ({ target }) => (last = [...around(target, root)]));
  new MutationObserver(() => {
    const [part, ...outer] = last;
    const isLost = part && (!isShown(part) || part.matches(":disabled"));
    if (!isLost || document.querySelector("dialog[open]") || !hasNone(part)) return;
    const place = outer.find((one) => isShown(one) && one.querySelector(FOCUSABLE)) ?? root;
    place.querySelector(FOCUSABLE)?.focus({ preventScroll: true });
  }).observe(root, { subtree: true, childList: true, attributeFilter: ["disabled", "hidden"] });
}

function isShown(element) {
  return element.isConnected && element.getClientRects().length > 0;
}

/** Returns true if nothing else has the focus: a part that is disabled only seems to keep it. */
function hasNone(part) {
  return document.activeElement === document.body || document.activeElement === part;
}

function* around(element, root) {
  for (let one = element; one && one !== root; one = one.parentElement) yield one;
}

/** Focuses the first part of the page that a selector finds, if there is one. */
export function focusOn(selector) {
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
}
