import { expect, test } from "vitest";
import { describeFollowUp } from "./describe-follow-up";

const waiting = {
  step: 2,
  state: "pending",
  due_at: "amanhã 9:00",
  ends: null,
  cause: null,
  detail: null,
} as const;
const say = (changed: Partial<Parameters<typeof describeFollowUp<string>>[0]>) =>
  describeFollowUp({ ...waiting, ...changed }, (at: string) => at);

test.each<[Parameters<typeof say>[0], string]>([
  [{}, "Passo 2: amanhã 9:00"],
  [{ due_at: null }, "Passo 2 na fila"],
  [{ ends: "contacted" }, "Passo 2 não vai: já contatado"],
  [{ cause: "reacted", detail: "Reagiu" }, "Passo 2: reagiu"],
  [{ state: "skipped", cause: "late" }, "Passo 2 não vai: atrasada demais"],
  [{ state: "skipped", cause: "answered", detail: "Respondeu" }, "Passo 2 não vai: respondeu"],
  [{ state: "skipped", detail: "WhatsApp recusou" }, "Passo 2 não vai: WhatsApp recusou"],
  [{ state: "sent" }, "Passo 2: enviada"],
])("%j is said as '%s'", (changed, words) => {
  expect(say(changed)).toBe(words);
});
