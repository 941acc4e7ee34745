// @ts-check
// HTML templates, drawn by Preact, and signals: values whose changes draw again the components that read them.

import * as signals from "@preact/signals";
import { default as htm } from "htm";
import * as preact from "preact";
import * as hooks from "preact/hooks";

export const Component = preact.Component;
export const render = preact.render;
export const useEffect = hooks.useEffect;
export const useLayoutEffect = hooks.useLayoutEffect;
export const useMemo = hooks.useMemo;
export const useRef = hooks.useRef;
export const useState = hooks.useState;

export const batch = signals.batch;
export const computed = signals.computed;
export const effect = signals.effect;
export const signal = signals.signal;

/** A template of HTML as something to be drawn. */
export const html = htm.bind(preact.h);

/**
 * A component that is drawn again only when one of its properties changes; it may read no signals.
 * @template {object} P
 * @param {(props: P) => preact.ComponentChildren} draw
 * @returns {preact.ComponentClass<P>}
 */
export function memo(draw) {
  return class extends Component {
    /** @param {P} props */
    shouldComponentUpdate(props) {
      const before = /** @type {Record<string, unknown>} */ (this.props);
      return Object.entries(props).some(([name, value]) => value !== before[name]);
    }

    render() {
      return draw(this.props);
    }
  };
}
