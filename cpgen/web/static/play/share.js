// Sharing a game as a link that holds the puzzle and what was written.

import { el } from "../dom.js";
import { fragmentOf } from "./link.js";
import { dialog } from "./settings.js";

/** Copies the link of a player's game, or shows it where copying is forbidden. */
export async function share(player, texts) {
  const { walkthrough, game, clock } = player.session;
  const link = new URL(location.href);
  link.hash = fragmentOf(walkthrough, game, clock.seconds);
  try {
    await navigator.clipboard.writeText(link.href);
    player.say(texts("copied"));
  } catch {
    show(link.href, texts);
  }
}

function show(link, texts) {
  const field = el("input", { type: "text", readonly: true, value: link, "aria-label": texts("share") });
  dialog(texts("share"), texts, el("p", {}, texts("copy-it")), field);
  field.select();
}
