// @ts-check
// The whole page: a header, a line for messages, and one of the views.

import { About } from "../play/about.js";
import { Player } from "../play/player.js";
import { GameTools, LanguageTool, PrintTool } from "../play/tools.js";
import { DialogOf } from "./dialogs.js";
import { Explanation } from "./explain.js";
import { focusOn } from "../focus.js";
import { Component, effect, html, useEffect } from "../html.js";
import { ladderTitle } from "./names.js";
import { Button } from "../parts.js";
import { sentenceOf, viewTitle } from "./words.js";
import { ResultsTool, Workshop } from "./workshop.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 */

/**
 * The page. If drawing fails, it is replaced by a plain page that can save the work, until the shown state changes.
 * @extends {Component<{studio: Studio}, {failure: {reason: string, shown: unknown[]} | null}>}
 */
export class Guarded extends Component {
  /** @param {{studio: Studio}} props */
  constructor(props) {
    super(props);
    /** @type {{failure: {reason: string, shown: unknown[]} | null}} */
    this.state = { failure: null };
  }

  /** @param {Error} error */
  componentDidCatch(error) {
    console.error(error);
    this.setState({ failure: { reason: error.message, shown: shownIn(this.props.studio) } });
  }

  render() {
    const { studio } = this.props;
    const { failure } = this.state;
    if (failure && isSame(failure.shown, shownIn(studio)))
      return html`<${Broken} studio=${studio} reason=${failure.reason} />`;
    if (!studio.state.begun) return html`<p class="slow"><progress></progress></p>`;
    return studio.state.project && html`<${Page} studio=${studio} />`;
  }
}

/**
 * The parts of the state that can make drawing fail.
 * @param {Studio} studio
 */
function shownIn({ state }) {
  return [state.project?.id, state.plan, state.puzzles, state.view];
}

/** @param {unknown[]} parts @param {unknown[]} others */
function isSame(parts, others) {
  return parts.every((part, k) => part === others[k]);
}

/** @param {{studio: Studio}} props */
function Page({ studio }) {
  const { state, texts } = studio;
  useEffect(() => effect(() => nameDocument(studio)), []);
  return html`
    <${Button} label=${studio.playTexts("skip")} act=${toBoard} class="skip" />
    <${Header} studio=${studio} />
    <${MessageLine} studio=${studio} />
    <div class="slow" role="status">${state.slow > 0 && html`<progress></progress><span>${texts("slow")}</span>`}</div>
    ${
      state.view.name === "make"
        ? html`<${Workshop} studio=${studio} />`
        : html`<${Single} studio=${studio} view=${state.view} />`
    }
    ${state.dialog && html`<${DialogOf} studio=${studio} key=${state.dialog.name} />`}
  `;
}

/** @param {Studio} studio */
function nameDocument(studio) {
  const { view, project } = studio.state;
  document.documentElement.lang = studio.texts.language;
  document.title = `${view.name !== "make" ? viewTitle(studio, view) : project.name} · cpgen`;
}

function toBoard() {
  focusOn("main .cell[tabindex='0'], main button");
}

/**
 * The page that is shown if drawing fails.
 * @param {{studio: import("./studio.js").Part<"projects" | "texts", "project">, reason: string}} props
 */
function Broken({ studio, reason }) {
  const { projects, state, texts } = studio;
  return html`<main class="stack">
    <p class="verdict" data-kind="bad" role="alert">${texts("page-broken", { reason })}</p>
    <div class="row">
      <${Button}
        label=${texts("project-export", state.project)}
        act=${() => projects.exportFile(state.project.id)}
        picture="download"
      />
      <${Button} label=${texts("project-new")} act=${() => projects.create(texts("project-unnamed"))} picture="add" />
    </div>
  </main>`;
}

/** @param {{studio: Studio}} props */
function Header({ studio }) {
  const { state, texts, words } = studio;
  const leave = () => studio.views.openView({ name: "make" });
  const { view } = state;
  const making = view.name === "make";
  return html`<header class="bar">
    ${
      making
        ? html`<${ProjectName} studio=${studio} />`
        : html`<${Button} label=${texts("back")} act=${leave} picture="left" class="ghost home" />`
    }
    <div class="tools">
      ${making && html`<${OpenTool} studio=${studio} /><${Steps} studio=${studio} />`}
      ${
        !making &&
        view.session &&
        html`<${ToolsOfGame} studio=${studio} session=${view.session} walkthrough=${view.walkthrough} />`
      }
      ${view.name === "explain" && html`<${PrintTool} texts=${studio.playTexts} marked />`}
      <${LanguageTool}
        words=${words.studio}
        texts=${texts}
        speak=${(/** @type {string} */ language) => studio.changeSettings({ language })}
      />
      ${making && html`<${ResultsTool} studio=${studio} />`}
    </div>
  </header>`;
}

/** @param {{studio: import("./studio.js").Part<"projects" | "texts", "project">}} props */
function ProjectName({ studio }) {
  const { state, texts } = studio;
  const title = texts("projects-open", { name: state.project.name });
  return html`<h1 class="brand">
    <span class="maker-name">cpgen</span>
    <button
      type="button"
      class="ghost project"
      aria-label=${title}
      title=${title}
      onClick=${() => studio.projects.list()}
    >
      <span class="name">${state.project.name}</span>
    </button>
  </h1>`;
}

/** @param {{studio: import("./studio.js").Part<"setState" | "texts">}} props */
function OpenTool({ studio }) {
  const act = () => studio.setState({ dialog: { name: "read" } });
  return html`<${Button} label=${studio.texts("open")} act=${act} picture="open" class="ghost open" />`;
}

/**
 * Undo, redo and the settings.
 * @param {{studio: import("./studio.js").Part<"edits" | "setState" | "texts", "future" | "past">}} props
 */
function Steps({ studio }) {
  const { state, texts } = studio;
  const tool = (
    /** @type {string} */ name,
    /** @type {string} */ picture,
    /** @type {() => void} */ act,
    disabled = false,
  ) => html`<${Button} label=${texts(name)} act=${act} picture=${picture} quiet class="ghost" disabled=${disabled} />`;
  return html`
    ${tool("undo", "undo", () => studio.edits.undo(), !state.past.length)}
    ${tool("redo", "redo", () => studio.edits.redo(), !state.future.length)}
    ${tool("settings", "settings", () => studio.setState({ dialog: { name: "settings" } }))}
  `;
}

/**
 * The tools of the game that is played.
 * @param {{studio: import("./studio.js").Part<"changeSettings" | "choices" | "playTexts" | "setState" | "texts">,
 *   session: import("../play/session.js").Session, walkthrough: any}} props
 */
function ToolsOfGame({ studio, session, walkthrough }) {
  const { choices, texts } = studio;
  const named = choices.ladders.map(({ name }) => [name, ladderTitle(texts, name)]);
  return html`<${GameTools}
    key=${session}
    session=${session}
    texts=${studio.playTexts}
    change=${(/** @type {Record<string, any>} */ changes) => studio.changeSettings(changes)}
    ladders=${walkthrough.sought || walkthrough.constraints ? [] : [["", texts("ladder-own")], ...named]}
    send=${() => studio.setState({ dialog: { name: "share", one: walkthrough } })}
  />`;
}

/**
 * The latest message, with a button to undo the change.
 * @param {{studio: Studio}} props
 */
function MessageLine({ studio }) {
  const { state, texts } = studio;
  const { message } = state;
  const close = () => studio.showMessage(null);
  const saveAside = () => studio.projects.exportDamaged();
  const takeBack = () => {
    close();
    message?.back?.();
  };
  const keep = () => studio.projects.exportFile(state.project.id);
  const text = message && (message.text ?? sentenceOf(studio, message));
  return html`<div class="message-line verdict" role="status" data-kind=${message?.kind ?? ""} hidden=${!message}>
    <span>${text}</span>
    ${message?.back && html`<${Button} label=${texts("undo")} act=${takeBack} picture="undo" class="chip" />`}
    ${
      message?.unstored &&
      html`<${Button} label=${texts("project-export", state.project)} act=${keep} picture="download" class="chip" />`
    }
    ${
      message?.aside &&
      html`<${Button} label=${texts("save-aside")} act=${saveAside} picture="download" class="chip" />`
    }
    ${message && html`<${Button} label=${texts("close")} act=${close} picture="close" quiet class="ghost" />`}
  </div>`;
}

/**
 * A puzzle that is played or explained.
 * @param {{studio: Studio, view: import("./views.js").PuzzleView}} props
 */
function Single({ studio, view }) {
  const { session, walkthrough } = view;
  const texts = studio.playTexts;
  return html`<main>
    <div class="single">
      <${About} title=${viewTitle(studio, view)} walkthrough=${walkthrough} texts=${texts} />
      ${
        session
          ? html`<${Player} key=${session} session=${session} texts=${texts} next=${() => studio.views.nextOf(view)} />`
          : html`<${Explanation} studio=${studio} walkthrough=${walkthrough} />`
      }
    </div>
  </main>`;
}
