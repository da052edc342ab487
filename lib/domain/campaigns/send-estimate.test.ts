import { expect, it } from "vitest";
import { describeSending } from "./send-estimate";

const now = new Date("2026-11-23T17:20:00Z");

it.each([
  [
    210,
    "2026-11-23T17:20:00Z",
    "2026-11-23T19:40:00Z",
    "210 mensagens: cerca de 2 h 20, até 16:40",
  ],
  [1, "2026-11-23T17:20:00Z", "2026-11-23T17:20:00Z", "1 mensagem: menos de 1 min, até 14:20"],
  [5, "2026-11-23T17:20:30Z", "2026-11-23T17:29:40Z", "5 mensagens: cerca de 10 min, até 14:29"],
  [30, "2026-11-23T17:20:00Z", "2026-11-23T18:18:00Z", "30 mensagens: cerca de 58 min, até 15:18"],
  [40, "2026-11-23T17:20:00Z", "2026-11-23T19:18:00Z", "40 mensagens: cerca de 2 h, até 16:18"],
  [
    1210,
    "2026-11-23T17:20:00Z",
    "2026-11-27T19:40:00Z",
    "1.210 mensagens: cerca de 4 dias, até 27/11 às 16:40",
  ],
  // The window opens the next morning; 02:00 UTC is still the day before in São Paulo.
  [
    10,
    "2026-11-24T12:00:00Z",
    "2026-11-24T12:10:00Z",
    "10 mensagens: cerca de 10 min, a partir de 24/11 às 09:00, até 24/11 às 09:10",
  ],
  [2, "2026-11-23T17:20:00Z", "2026-11-24T02:00:00Z", "2 mensagens: cerca de 8 h 40, até 23:00"],
])("%i messages from %s to %s", (count, from, to, text) => {
  expect(describeSending({ count, startsAt: new Date(from), endsAt: new Date(to), now })).toBe(
    text,
  );
});
