// @ts-check
// A rule of one's own: its expression, what it allows, and ways to draw it, keep it, and use it on the whole board.

import { html, useEffect, useRef, useState } from "../html.js";
import { listInText, rememberedText, rememberText } from "../memory.js";
import { SYMBOLS } from "../play/layout.js";
import { Button, Choice } from "../parts.js";
import { OwnKindsPart } from "./own_kinds.js";
import { Folded, TextField } from "./parts.js";
import { sendToServer } from "./server.js";
import { sentenceOf } from "./words.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("../records.js").RulePreview} Preview
 * @typedef {{expression: string, form: string, title: string}} OwnRule `form` is empty for the usual one
 */

const KIND = "rule"; // of constraints
const KEPT = "cpgen.rules";
const DRAFT = "cpgen.rule";
const MOST = 30; // rules that are kept
const LONGEST_NAME = 60;
const PATIENCE = 200; // milliseconds without a change before the server is asked
const CELLS = 3; // whose fillings are counted, unless cells are chosen
const FORMS = ["neighbours", "pairs", "cells", "along"];
const SORTS = ["orthogonal", "diagonal", "knight", "king", "rows", "columns", "regions", "2x2"];
const FIRST = { expression: "a != b" };
/** @type {OwnRule} */
const NOTHING = { expression: "", form: "", title: "" };

/**
 * The rule that is written, as the browser remembers it, and those that are kept.
 * @returns {{rule: OwnRule, kept: OwnRule[]}}
 */
export function rememberedRules() {
  const isRule = (/** @type {any} */ one) => Object.keys(NOTHING).every((name) => typeof one?.[name] === "string");
  const read = (/** @type {string} */ name) => (listInText(rememberedText(name)) ?? []).filter(isRule);
  return { rule: read(DRAFT)[0] ?? NOTHING, kept: read(KEPT).slice(0, MOST) };
}

/**
 * The part of the inspector for a rule of one's own.
 * @param {{studio: Studio}} props
 */
export function OwnRulePart({ studio }) {
  const { texts } = studio;
  return html`<${Folded} title=${texts("own-rule")} name="own-rule"><${Editor} studio=${studio} /></${Folded}>`;
}

/** @param {{studio: Studio}} props */
function Editor({ studio }) {
  const { pen, state, texts } = studio;
  const { rule } = state.rules;
  const preview = usePreview(studio, rule);
  const isGood = Boolean(preview && !preview.problem);
  const set = (/** @type {Partial<OwnRule>} */ changes) => {
    const after = { ...rule, ...changes };
    rememberText(DRAFT, JSON.stringify([after]));
    studio.setState({ rules: { ...state.rules, rule: after } });
  };
  useEffect(() => {
    if (isGood) pen.before[KIND] = valuesOf(rule);
    else pen.before[KIND] ??= FIRST; // for the tool, which has no rule yet
  }, [isGood, rule]);
  const draw = () => {
    if (state.held.tool !== KIND) pen.take(KIND);
  };
  const forms = [["", texts("form-usual")], ...FORMS.map((form) => [form, texts(`form-${form}`)])];
  return html`<p class="about-part">${texts("own-rule-about")}</p>
    <${TextField}
      label=${texts("own-rule-expression")}
      value=${rule.expression}
      change=${(/** @type {string} */ expression) => set({ expression })}
      spellcheck=${false}
      autocapitalize="off"
      autocomplete="off"
      class="code"
      placeholder="abs(a - b) >= 5"
    />
    <${Answer} studio=${studio} rule=${rule} preview=${preview} />
    <div class="two">
      <${Choice}
        label=${texts("own-rule-form")}
        options=${forms}
        value=${rule.form}
        choose=${(/** @type {string} */ form) => set({ form })}
      />
      <${TextField}
        label=${texts("own-rule-name")}
        value=${rule.title}
        maxlength=${LONGEST_NAME}
        change=${(/** @type {string} */ title) => set({ title: title.replace(/["“”„＂#]/g, "") })}
      />
    </div>
    <div class="row">
      <${Button} label=${texts("own-rule-draw")} act=${draw} picture="pencil" class="primary" disabled=${!isGood} />
      <${Button} label=${texts("own-rule-keep")} act=${() => keep(studio)} picture="add" disabled=${!isGood} />
    </div>
    <${Everywhere} studio=${studio} rule=${rule} isGood=${isGood} />
    <${KeptRules} studio=${studio} take=${set} />
    <${OwnKindsPart} studio=${studio} />`;
}

/**
 * The values of a rule for a constraint.
 * @param {OwnRule} rule
 */
function valuesOf({ expression, form, title }) {
  return { expression, ...(form && { form }), ...(title && { title }) };
}

/**
 * What the server says of a rule while it is written; null until it has answered.
 * @param {Studio} studio
 * @param {OwnRule} rule
 * @returns {Preview | null}
 */
function usePreview({ pen, planned }, { expression, form }) {
  const { size } = planned.board;
  const cells = pen.drawn[pen.held.chosen]?.cells.length || pen.held.cells.length;
  const count = Math.min(size, cells || CELLS);
  const question = JSON.stringify({ expression, form, size, count });
  const [found, setFound] = useState({ question: "", preview: /** @type {Preview | null} */ (null) });
  const latest = useRef("");
  latest.current = question;
  useEffect(() => {
    if (!expression) return;
    const ending = new AbortController();
    const ask = async () => {
      const preview = await sendToServer("rule", JSON.parse(question), ending.signal).catch(() => null);
      if (question === latest.current) setFound({ question, preview });
    };
    const waiting = setTimeout(ask, PATIENCE);
    return () => {
      clearTimeout(waiting);
      ending.abort();
    };
  }, [question]);
  return expression && found.question === question ? found.preview : null;
}

/**
 * The allowed pairs of digits and the number of fillings, or what is wrong, with the character.
 * @param {{studio: Studio, rule: OwnRule, preview: Preview | null}} props
 */
function Answer({ studio, rule: { expression }, preview }) {
  const { planned, pen, texts } = studio;
  if (!preview) return null;
  const { problem, pairs = [], allowed, fillings } = preview;
  if (problem) {
    const at = Number(problem.values?.at ?? 0);
    return html`<div class="verdict" data-kind="bad" role="alert">
      ${
        at > 0 &&
        html`<code class="pointed"
          >${expression.slice(0, at - 1)}<mark>${expression.slice(at - 1, at) || " "}</mark>${expression.slice(at)}</code
        >`
      }
      <p>${sentenceOf(studio, problem)}</p>
    </div>`;
  }
  const { size } = planned.board;
  const count = Math.min(size, pen.drawn[pen.held.chosen]?.cells.length || pen.held.cells.length || CELLS);
  return html`<div role="status">
    ${pairs.length > 0 && html`<${Matrix} texts=${texts} pairs=${pairs} />`}
    ${
      typeof allowed === "number" &&
      html`<p class="about-part">${texts("own-rule-fillings", { allowed, fillings, count })}</p>`
    }
  </div>`;
}

/**
 * The pairs of digits: a row for each first digit, a column for each second one.
 * @param {{texts: import("../play/texts.js").TextFunction, pairs: boolean[][]}} props
 */
function Matrix({ texts, pairs }) {
  const label = texts("own-rule-pairs", { count: pairs.flat().filter(Boolean).length, all: pairs.length ** 2 });
  const head = (/** @type {number} */ k) => html`<span class="digit">${SYMBOLS[k]}</span>`;
  const row = (/** @type {boolean[]} */ each, /** @type {number} */ k) =>
    html`${head(k)}${each.map((is) => html`<i class=${is ? "is-allowed" : ""}></i>`)}`;
  return html`<figure class="matrix">
    <div role="img" aria-label=${label} title=${texts("own-rule-first")} style=${{ "--n": String(pairs.length + 1) }}>
      <span></span>${pairs.map((_, k) => head(k))}${pairs.map(row)}
    </div>
    <figcaption class="about-part">${label}</figcaption>
  </figure>`;
}

/**
 * Makes the rule hold for all neighbours, rows, or other places of the board.
 * @param {{studio: import("./studio.js").Part<"constraints" | "texts">, rule: OwnRule, isGood: boolean}} props
 */
function Everywhere({ studio, rule, isGood }) {
  const { texts } = studio;
  const [sort, setSort] = useState(SORTS[0]);
  const act = () =>
    studio.constraints.edit((lines) => [...lines, { kind: KIND, ...valuesOf(rule), scope: `everywhere ${sort}` }]);
  return html`<div class="row">
    <${Choice}
      label=${texts("own-rule-where")}
      options=${SORTS.map((name) => [name, texts(`sort-${name}`)])}
      value=${sort}
      choose=${setSort}
    />
    <${Button} label=${texts("own-rule-everywhere")} act=${act} disabled=${!isGood} />
  </div>`;
}

/** @param {import("./studio.js").Part<"setState", "rules">} studio */
function keep(studio) {
  const { rule, kept } = studio.state.rules;
  keepRules(studio, [rule, ...kept.filter((one) => nameOf(one) !== nameOf(rule))]);
}

/** @param {import("./studio.js").Part<"setState", "rules">} studio @param {OwnRule[]} kept */
function keepRules(studio, kept) {
  const few = kept.slice(0, MOST);
  rememberText(KEPT, JSON.stringify(few));
  studio.setState({ rules: { ...studio.state.rules, kept: few } });
}

/** @param {OwnRule} rule */
function nameOf({ title, expression }) {
  return title || expression;
}

/**
 * The rules that are kept, to be taken up again.
 * @param {{studio: Studio, take: (rule: OwnRule) => void}} props
 */
function KeptRules({ studio, take }) {
  const { state, texts } = studio;
  const { kept } = state.rules;
  const row = (/** @type {OwnRule} */ one) =>
    html`<li key=${nameOf(one)}>
      <button type="button" class="ghost" title=${one.expression} onClick=${() => take(one)}>${nameOf(one)}</button>
      <${Button}
        label=${texts("own-rule-forget", { name: nameOf(one) })}
        act=${() =>
          keepRules(
            studio,
            kept.filter((other) => other !== one),
          )}
        picture="close"
        quiet
        class="ghost"
      />
    </li>`;
  return (
    kept.length > 0 &&
    html`<ul class="kept-rules" aria-label=${texts("own-rule-kept")}>
      ${kept.map(row)}
    </ul>`
  );
}
