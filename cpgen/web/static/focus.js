// @ts-check
// The keyboard's place on the page: when the part that has it is removed or disabled, a part near it gets it.

const FOCUSABLE =
  "button:not(:disabled, .skip), a[href], input:not(:disabled), select:not(:disabled), textarea, [tabindex='0']";

/**
 * Keeps the focus inside an element whose parts are added and removed: if the focused part disappears, an element near
 * it gets the focus. A part can name that element by a selector in `data-focus`; inside such a part, no other element
 * is chosen.
 * @param {HTMLElement} root
 */
export function keepFocus(root) {
  /** @type {HTMLElement[]} the part that had the focus last, and those around it, from the inside */
  let last = [];
  root.addEventListener("focusin", ({ target }) => {
    last = target instanceof HTMLElement ? [...around(target, root)] : [];
  });
  new MutationObserver(() => {
    const [part, ...outer] = last;
    const isLost = part && (!isShown(part) || part.matches(":disabled"));
    if (!isLost || document.querySelector("dialog[open]") || !hasNone(part)) return;
    const named = outer.filter((one) => one.dataset.focus);
    const places = [...(named.length ? named : outer), root].filter(isShown).map(focusableIn);
    places.find((one) => one)?.focus({ preventScroll: true });
  }).observe(root, { subtree: true, childList: true, attributeFilter: ["disabled", "hidden"] });
}

/**
 * The first part of an element that can have the focus.
 * @param {HTMLElement} element
 * @returns {HTMLElement | null}
 */
function focusableIn(element) {
  return element.querySelector(element.dataset.focus ?? FOCUSABLE);
}

/** @param {HTMLElement} element */
function isShown(element) {
  return element.isConnected && element.getClientRects().length > 0;
}

/**
 * Returns true if nothing else has the focus: a part that is disabled only seems to keep it.
 * @param {HTMLElement} part
 */
function hasNone(part) {
  return document.activeElement === document.body || document.activeElement === part;
}

/**
 * An element and those around it inside a root.
 * @param {HTMLElement} element
 * @param {HTMLElement} root
 */
function* around(element, root) {
  for (let one = /** @type {HTMLElement | null} */ (element); one && one !== root; one = one.parentElement) yield one;
}

/**
 * Focuses the first part of the page that a selector finds, if there is one.
 * @param {string} selector
 */
export function focusOn(selector) {
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
}
