// The tools of a game: sharing, opening on other sites, printing, settings.

import { button } from "../dom.js";
import { openSettings } from "./settings.js";
import { openElsewhere, share } from "./share.js";

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
      restart: () => session.restart(),
    });
  const tool = (name, act) => button(texts(name), act, { picture: name, quiet: true, class: "ghost" });
  const { elsewhere = [] } = session.walkthrough;
  const open = elsewhere.length ? [tool("elsewhere", () => openElsewhere(elsewhere, texts))] : [];
  return [tool("share", send), ...open, tool("print", () => window.print()), tool("settings", settings)];
}
