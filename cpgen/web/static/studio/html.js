// @ts-check
// How the studio writes its elements: HTML in templates, drawn by Preact.

import { Component, h, render } from "../vendor/preact.js";
import htm from "../vendor/htm.js";

export { Component, render };
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.js";

/** A template of HTML as something to be drawn. */
export const html = htm.bind(h);
