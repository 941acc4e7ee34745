// @ts-check
// HTML templates of the studio, drawn by Preact.

import * as hooks from "../vendor/hooks.js";
import { default as htm } from "../vendor/htm.js";
import * as preact from "../vendor/preact.js";

export const Component = preact.Component;
export const render = preact.render;
export const useEffect = hooks.useEffect;
export const useLayoutEffect = hooks.useLayoutEffect;
export const useMemo = hooks.useMemo;
export const useRef = hooks.useRef;
export const useState = hooks.useState;

/** A template of HTML as something to be drawn. */
export const html = htm.bind(preact.h);
