// @ts-check
// The one place that speaks to screen readers: what changed, in words.

import { roughly, t } from "./strings.js";

/** @typedef {import("./state.js").State} State @typedef {import("./plan.js").Plan} Plan */

/** What to say about a change; "" for nothing. @param {State} now @param {State} before @param {Plan | null} plan */
export function announcement(now, before, plan) {
  if (now.messages !== before.messages) return now.message;
  const [a, b] = [now.reading, before.reading];
  if (now.online !== before.online) return now.online === "yes" ? "" : t(now.online);
  if (!a || !b || !plan || now.doc !== before.doc) return "";
  const time = t("nowTime", { shown: roughly(plan.seconds), total: roughly(plan.total), n: plan.sentences });
  if (a.pass !== b.pass) return `${t("pass", { n: a.pass })}: ${time}`;
  if (a.asked !== b.asked) return `${a.asked ? t("askedFor", { query: a.asked.query ?? "" }) : t("ownRanking")}: ${time}`;
  if (a.budget !== b.budget || a.topic !== b.topic) return time;
  if (a.view !== b.view) return t(a.view);
  const i = a.current;
  if (a.votes !== b.votes) return { 1: t("stateLiked"), "-1": t("stateDisliked") }[String(a.votes.get(i) ?? 0)] ?? t("ownRanking");
  if (a.marks !== b.marks) return a.marks.has(i) ? t("highlight") : t("unhighlight");
  return "";
}
