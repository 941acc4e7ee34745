// The tools of a game: sharing, opening on other sites, printing, settings.

import { button, el } from "../dom.js";
import { openPrint } from "./print.js";
import { openSettings } from "./settings.js";
import { openElsewhere, share } from "./share.js";
import { languagesIn } from "./texts.js";

/**
 * The buttons of a player's tools; `change` is called with the settings that change, and hints come from one of the
 * `ladders` (pairs of name and title) where there are several. `send` shares the game in another way than as a link to
 * this page.
 */
export function gameTools(player, texts, change, ladders = [], send = () => share(player, texts)) {
  const { session } = player;
  const settings = () =>
    openSettings({
      settings: session.settings,
      size: session.layout.size,
      texts,
      ladders,
      change,
      restart: () => {
        session.restart();
        player.say(texts("restarted"));
      },
    });
  const tool = (name, act) => button(texts(name), act, { picture: name, quiet: true, class: "ghost" });
  const { elsewhere = [] } = session.walkthrough;
  const open = elsewhere.length ? [tool("elsewhere", () => openElsewhere(elsewhere, texts))] : [];
  return [tool("share", send), ...open, tool("print", () => openPrint(texts)), tool("settings", settings)];
}

/** The choice of a page's language: a button for the other one, or a list where there are more than two. */
export function languageTool(words, texts, speak) {
  const all = languagesIn(words);
  if (all.length > 2) {
    const option = ({ code, language }) => {
      const attributes = { value: code, lang: code, selected: code === texts.language };
      return el("option", attributes, language);
    };
    const options = all.map(option);
    const choose = ({ target }) => speak(target.value);
    return el("select", { class: "language", "aria-label": texts("languages"), on: { change: choose } }, ...options);
  }
  const { code, language } = all.find((one) => one.code !== texts.language) ?? all[0];
  const title = texts("language-label", { language });
  return button(language, () => speak(code), { class: "ghost language", lang: code, title });
}
