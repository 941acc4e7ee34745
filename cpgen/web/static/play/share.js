// Sharing a game as a link that holds the puzzle and what was written, and opening the puzzle on other sites.

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

/** Shows the sites that can play a puzzle, pairs of name and address: each opens in a page of its own. */
export function openElsewhere(sites, texts) {
  const outside = { class: "button", target: "_blank", rel: "noopener noreferrer" };
  const links = sites.map(([site, address]) => el("a", { ...outside, href: address }, site));
  const about = el("p", {}, texts("elsewhere-about"));
  dialog(texts("elsewhere"), texts, about, el("div", { class: "sites" }, ...links));
}

function show(link, texts) {
  const field = el("input", { type: "text", readonly: true, value: link, "aria-label": texts("share") });
  dialog(texts("share"), texts, el("p", {}, texts("copy-it")), field);
  field.select();
}
