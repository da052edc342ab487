import { expect, it } from "vitest";
import { describeNewChats, type NewChats } from "./new-chats";

const open: NewChats = {
  state: "open",
  left: 41,
  total: 60,
  cycle_end: "2026-11-30T23:00:00Z",
  failed: false,
};

it.each<[NewChats, number | null, string]>([
  [open, 28, "restam 41 conversas novas até 30/11; a campanha usa 28"],
  [open, null, "restam 41 conversas novas até 30/11"],
  [{ ...open, left: 1, cycle_end: null }, null, "resta 1 conversa nova"],
  [{ ...open, left: 0 }, 3, "nenhuma conversa nova até 30/11: limite atingido"],
  [{ ...open, state: "capped", left: 0 }, null, "nenhuma conversa nova até 30/11: limite atingido"],
  [
    { ...open, state: "capped", left: null, cycle_end: null },
    3,
    "nenhuma conversa nova: limite atingido",
  ],
  [{ ...open, state: "unlimited", left: null }, 28, "sem limite informado"],
  [{ ...open, state: "unknown", left: null, failed: true }, 28, "não foi possível perguntar"],
  [
    { ...open, failed: true },
    null,
    "restam 41 conversas novas até 30/11 (última resposta; agora não foi possível perguntar)",
  ],
])("%o, for a campaign of %s: %s", (told, uses, sentence) => {
  expect(describeNewChats(told, uses)).toBe(sentence);
});
