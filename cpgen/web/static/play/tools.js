// @ts-check
// The tools of a game: sharing, opening on other sites, printing, settings; and the choice of the language.

import { html, useLayoutEffect, useState } from "../html.js";
import { Button, Choice, closeAround, Dialog, Toggle } from "../parts.js";
import { fragmentOf } from "./link.js";
import { isOwn, ownSet, setsFor } from "./symbols.js";
import { languagesIn } from "./texts.js";
import { THEMES } from "./theme.js";

/**
 * @typedef {import("./data.js").Settings} Settings
 * @typedef {import("./data.js").TextFunction} TextFunction
 * @typedef {import("./session.js").Session} Session
 * @typedef {[name: string, text: string]} Option
 * @typedef {(changes: Partial<Settings>) => void} Change hears of the settings that change
 */

/** @type {("conflicts" | "same" | "seen" | "tidy" | "places" | "timer")[]} */
const SWITCHES = ["conflicts", "same", "seen", "tidy", "places", "timer"];
const TOUCH = "mouse"; // the only part of the help for players without a keyboard
const KEYS = ["move", "digits", "mode", "erase", "hint", TOUCH];

/**
 * The buttons of a game's tools. Hints come from one of the `ladders` (pairs of name and title) where there are
 * several. `send` shares the game in another way than as a link to this page.
 * @param {{session: Session, texts: TextFunction, change: Change, ladders?: Option[],
 *   send?: (() => void) | null}} props
 */
export function GameTools({ session, texts, change, ladders = [], send = null }) {
  const { elsewhere = [] } = session.walkthrough;
  const sites = html`<${Sites} sites=${elsewhere} texts=${texts} />`;
  return html`
    ${
      send
        ? html`<${Tool} name="share" texts=${texts} act=${send} />`
        : html`<${ShareTool} session=${session} texts=${texts} />`
    }
    ${elsewhere.length > 0 && html`<${DialogTool} name="elsewhere" texts=${texts}>${sites}<//>`}
    <${PrintTool} texts=${texts} />
    <${DialogTool} name="settings" texts=${texts}>
      <${Settings} session=${session} texts=${texts} change=${change} ladders=${ladders} />
    <//>
  `;
}

/** @param {{name: string, texts: TextFunction, act: () => void}} props */
function Tool({ name, texts, act }) {
  return html`<${Button} label=${texts(name)} act=${act} picture=${name} quiet class="ghost" />`;
}

/**
 * A tool that opens a dialog of its own name.
 * @param {{name: string, texts: TextFunction, children?: import("preact").ComponentChildren}} props
 */
function DialogTool({ name, texts, children }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return html`<${Tool} name=${name} texts=${texts} act=${() => setOpen(true)} />
    ${open && html`<${Dialog} title=${texts(name)} texts=${texts} close=${close}>${children}<//>`}`;
}

/**
 * Copies the link of a game, or shows it where copying is forbidden.
 * @param {{session: Session, texts: TextFunction}} props
 */
function ShareTool({ session, texts }) {
  const [link, setLink] = useState("");
  const share = async () => {
    const { href } = linkOf(session);
    try {
      await navigator.clipboard.writeText(href);
      session.say("copied");
    } catch {
      setLink(href);
    }
  };
  const select = (/** @type {{currentTarget: HTMLInputElement}} */ { currentTarget }) => currentTarget.select();
  return html`<${Tool} name="share" texts=${texts} act=${share} /> ${
      link &&
      html`<${Dialog} title=${texts("share")} texts=${texts} close=${() => setLink("")}>
        <p>${texts("copy-it")}</p>
        ${location.protocol === "file:" && html`<p>${texts("link-to-file")}</p>`}
        <input type="text" readonly autofocus value=${link} aria-label=${texts("share")} onFocus=${select} />
      <//>`
    }`;
}

/** @param {Session} session */
function linkOf({ walkthrough, game, state }) {
  const link = new URL(location.href);
  link.hash = fragmentOf(walkthrough, game, state.clock.seconds);
  return link;
}

/**
 * The sites that can play a puzzle: each opens in a page of its own.
 * @param {{sites: [site: string, address: string][], texts: TextFunction}} props
 */
function Sites({ sites, texts }) {
  /** @param {[site: string, address: string]} site */
  const link = ([site, address]) =>
    html`<a class="button" target="_blank" rel="noopener noreferrer" href=${address}>${site}</a>`;
  return html`<p>${texts("elsewhere-about")}</p>
    <div class="sites">${sites.map(link)}</div>`;
}

/**
 * Prints what the page shows; `marked` says whether marks are printed unless it is changed.
 * @param {{texts: TextFunction, marked?: boolean}} props
 */
export function PrintTool({ texts, marked = false }) {
  return html`<${DialogTool} name="print" texts=${texts}><${Print} texts=${texts} marked=${marked} /><//>`;
}

/** @param {{texts: TextFunction, marked: boolean}} props */
function Print({ texts, marked }) {
  const [marks, setMarks] = useState(marked);
  useLayoutEffect(() => {
    document.documentElement.dataset.print = marks ? "marks" : "";
  }, [marks]);
  const print = (/** @type {MouseEvent} */ { currentTarget }) => {
    closeAround(currentTarget);
    window.print();
  };
  return html`<div class="stack">
    <${Toggle} label=${texts("print-marks")} on=${marks} change=${setMarks} />
    <${Button} label=${texts("print")} act=${print} picture="print" class="primary" />
  </div>`;
}

/** @param {{session: Session, texts: TextFunction, change: Change, ladders: Option[]}} props */
function Settings({ session, texts, change, ladders }) {
  const { settings } = session.state;
  const themes = THEMES.map((name) => option(name, texts(`theme-${name}`)));
  const { size } = session.layout;
  const own = ownSet(session.walkthrough.symbols, size);
  const title = (/** @type {string} */ name) => (name === "digits" && isOwn(own) ? own : texts(`symbols-${name}`));
  const sets = setsFor(size).map((name) => option(name, title(name)));
  const chosen = { ...settings, symbols: isOwn(settings.symbols) ? "digits" : settings.symbols };
  /** @type {(name: "theme" | "symbols" | "ladder", label: string, options: Option[]) => unknown} */
  const choice = (name, label, options) =>
    html`<${Choice}
      label=${texts(label)}
      options=${options}
      value=${chosen[name]}
      choose=${(/** @type {string} */ value) => change({ [name]: value })}
    />`;
  const toggle = (/** @type {typeof SWITCHES[0]} */ name) =>
    html`<${Toggle}
      label=${texts(`set-${name}`)}
      on=${settings[name]}
      change=${(/** @type {boolean} */ on) => change({ [name]: on })}
    />`;
  const restart = (/** @type {MouseEvent} */ { currentTarget }) => {
    closeAround(currentTarget);
    session.restart();
  };
  return html`<div class="stack">
    ${choice("theme", "theme", themes)} ${choice("symbols", "symbols", sets)}
    ${ladders.length > 0 && choice("ladder", "hint-ladder", ladders)} ${SWITCHES.map(toggle)}
    <details>
      <summary>${texts("help")}</summary>
      <ul>
        ${KEYS.map((name) => html`<li class=${name === TOUCH ? "" : "by-keys"}>${texts(`keys-${name}`)}</li>`)}
      </ul>
    </details>
    <${Button} label=${texts("restart")} act=${restart} picture="restart" />
  </div>`;
}

/** @type {(name: string, text: string) => Option} */
const option = (name, text) => [name, text];

/**
 * The choice of a page's language: a button for the other one, or a list where there are more than two.
 * @param {{words: import("./texts.js").Words, texts: TextFunction, speak: (language: string) => void}} props
 */
export function LanguageTool({ words, texts, speak }) {
  const languages = languagesIn(words);
  if (languages.length > 2) {
    const named = (/** @type {typeof languages[0]} */ { code, language }) =>
      html`<option value=${code} lang=${code} selected=${code === texts.language}>${language}</option>`;
    const choose = (/** @type {{currentTarget: HTMLSelectElement}} */ { currentTarget: select }) => {
      speak(select.value);
      select.focus();
    };
    return html`<select class="language" aria-label=${texts("languages")} onChange=${choose}>
      ${languages.map(named)}
    </select>`;
  }
  const { code, language } = languages.find((other) => other.code !== texts.language) ?? languages[0];
  const title = texts("language-label", { language });
  return html`<${Button}
    label=${language}
    act=${() => speak(code)}
    class="ghost language"
    lang=${code}
    title=${title}
  />`;
}
