// @ts-check
// The list of projects: opened, renamed, copied, saved as files, put away, brought back and deleted.

import { html, useState } from "../html.js";
import { Button, Dialog } from "../parts.js";
import { TextField } from "./parts.js";

/** The dialog with all projects. */
export function ProjectsDialog({ studio, dialog: { all }, close }) {
  const { projects, texts } = studio;
  const [problem, setProblem] = useState("");
  const [name, setName] = useState("");
  const create = () => projects.create(name || unused(texts("project-unnamed"), all));
  const kept = all.filter(({ deleted }) => !deleted);
  const away = all.filter(({ deleted }) => deleted).sort((one, other) => other.deleted - one.deleted);
  const bring = async ({ target }) => {
    const [file] = target.files;
    if (file) await projects.importFile(file).catch((error) => setProblem(error.message));
  };
  return html`<${Dialog} title=${texts("projects")} texts=${texts} close=${close} wide><div class="stack">
    <ul class="projects">${kept.map((one) => html`<${Row} key=${one.id} studio=${studio} one=${one} close=${close} last=${kept.length === 1} />`)}</ul>
    <div class="row making-one">
      <${TextField} label=${texts("project-new-name")} value=${name} maxlength="100" change=${setName} />
      <${Button} label=${texts("project-new")} act=${create} picture="add" class="primary" />
      <label class="file"><span>${texts("project-import")}</span><input type="file" accept=".json" onChange=${bring} /></label>
    </div>
    <p class="verdict" role="alert" data-kind="bad">${problem}</p>
    ${
      away.length > 0 &&
      html`<details>
        <summary>${texts("projects-away", { count: away.length })}</summary>
        <ul class="projects">
          ${away.map((one) => html`<${Away} key=${one.id} studio=${studio} one=${one} />`)}
        </ul>
      </details>`
    }
  </div></${Dialog}>`;
}

function Row({ studio, one, close, last }) {
  const { projects, texts } = studio;
  const { id, name } = one;
  const isOpen = id === studio.state.project.id;
  const tool = (label, picture, act, disabled = false) =>
    html`<${Button}
      label=${texts(label, { name })}
      act=${act}
      picture=${picture}
      quiet
      class="ghost"
      disabled=${disabled}
    />`;
  const rename = (text) => text && projects.describe(id, { name: text });
  return html`<li aria-current=${isOpen ? "true" : "false"}>
    <${TextField} late label=${texts("project-name")} value=${name} maxlength="100" change=${rename} />
    <p class="about-part">${summary(studio, one)}</p>
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

function Away({ studio, one }) {
  const { projects, texts } = studio;
  const back = () => projects.describe(one.id, { deleted: 0 });
  const remove = () => projects.remove(one.id);
  return html`<li>
    <b>${one.name}</b>
    <p class="about-part">${summary(studio, one)}</p>
    <div class="row">
      <${Button} label=${texts("project-back", one)} act=${back} picture="restart" />
      <${Button} label=${texts("project-remove", one)} act=${remove} picture="erase" class="ghost" />
    </div>
  </li>`;
}

/** A name that no project has: this one, or this one with a number. */
function unused(name, all) {
  const taken = new Set(all.map((one) => one.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}

function summary({ texts }, { count, exercises, changed }) {
  const since = new Date(changed).toLocaleString(texts.language, { dateStyle: "medium", timeStyle: "short" });
  return texts(exercises ? "project-about-both" : "project-about", { count, exercises, since });
}
