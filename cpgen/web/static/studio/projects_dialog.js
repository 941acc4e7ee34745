// @ts-check
// The list of projects: opened, renamed, copied, saved as files, put away, brought back and deleted.

import { html, useState } from "../html.js";
import { Button, Dialog } from "../parts.js";
import { TextField } from "./parts.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./projects.js").Summary} Summary
 */

/**
 * The dialog with all projects.
 * @param {{studio: Studio, dialog: {all: Summary[]}, close: () => void}} props
 */
export function ProjectsDialog({ studio, dialog: { all }, close }) {
  const { projects, texts } = studio;
  const [problem, setProblem] = useState("");
  const [name, setName] = useState("");
  const create = () => projects.create(name || unusedName(texts("project-unnamed"), all));
  const kept = all.filter(({ deleted }) => !deleted);
  const away = all.filter(({ deleted }) => deleted).sort((one, other) => other.deleted - one.deleted);
  /** @param {{currentTarget: HTMLInputElement}} event */
  const bring = async ({ currentTarget: { files } }) => {
    if (files?.[0]) await projects.importFile(files[0]).catch((error) => setProblem(error.message));
  };
  /** @param {Summary} project */
  const row = (project) =>
    html`<${Row} key=${project.id} studio=${studio} project=${project} close=${close} last=${kept.length === 1} />`;
  return html`<${Dialog} title=${texts("projects")} texts=${texts} close=${close} wide><div class="stack">
    <ul class="projects">${kept.map(row)}</ul>
    <div class="row making-one">
      <${TextField} label=${texts("project-new-name")} value=${name} maxlength="100" change=${setName} />
      <${Button} label=${texts("project-new")} act=${create} picture="add" class="primary" />
      <label class="file">
        <span>${texts("project-import")}</span><input type="file" accept=".json" onChange=${bring} />
      </label>
    </div>
    <p class="verdict" role="alert" data-kind="bad">${problem}</p>
    ${
      away.length > 0 &&
      html`<details>
        <summary>${texts("projects-away", { count: away.length })}</summary>
        <ul class="projects">
          ${away.map((project) => html`<${Away} key=${project.id} studio=${studio} project=${project} />`)}
        </ul>
      </details>`
    }
  </div></${Dialog}>`;
}

/** @param {{studio: Studio, project: Summary, close: () => void, last: boolean}} props */
function Row({ studio, project, close, last }) {
  const { projects, texts } = studio;
  const { id, name } = project;
  const isOpen = id === studio.state.project.id;
  /** @type {(label: string, picture: string, act: () => void, disabled?: boolean) => unknown} */
  const tool = (label, picture, act, disabled = false) =>
    html`<${Button}
      label=${texts(label, { name })}
      act=${act}
      picture=${picture}
      quiet
      class="ghost"
      disabled=${disabled}
    />`;
  const rename = (/** @type {string} */ text) => text && projects.describe(id, { name: text });
  return html`<li aria-current=${isOpen ? "true" : "false"}>
    <${TextField} label=${texts("project-name")} value=${name} maxlength="100" finish=${rename} />
    <p class="about-part">${summaryText(studio, project)}</p>
    <div class="row">
      <${Button}
        label=${texts(isOpen ? "project-stay" : "project-open")}
        act=${() => (isOpen ? close() : projects.open(id))}
      />
      ${tool("project-duplicate", "copy", () => projects.duplicate(id))}
      ${tool("project-export", "download", () => projects.exportFile(id))}
      ${tool("project-away", "erase", () => projects.putAway(id), last)}
    </div>
  </li>`;
}

/** @param {{studio: Studio, project: Summary}} props */
function Away({ studio, project }) {
  const { projects, texts } = studio;
  const { id, name } = project;
  const back = () => projects.describe(id, { deleted: 0 });
  const remove = () => projects.remove(id);
  return html`<li>
    <b>${name}</b>
    <p class="about-part">${summaryText(studio, project)}</p>
    <div class="row">
      <${Button} label=${texts("project-back", { name })} act=${back} picture="restart" />
      <${Button} label=${texts("project-remove", { name })} act=${remove} picture="erase" class="ghost" />
    </div>
  </li>`;
}

/**
 * An unused name for a project: this name, with a number if it is taken.
 * @param {string} name
 * @param {Summary[]} all
 */
function unusedName(name, all) {
  const taken = new Set(all.map((project) => project.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}

/**
 * @param {Studio} studio
 * @param {Summary} project
 */
function summaryText({ texts }, { count, exercises, changed }) {
  const since = new Date(changed).toLocaleString(texts.language, { dateStyle: "medium", timeStyle: "short" });
  return texts(exercises ? "project-about-both" : "project-about", { count, exercises, since });
}
