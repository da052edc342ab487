import { expect, test } from "vitest";
import { describeFirstSend } from "./first-send";

/** A Friday evening in São Paulo. */
const NOW = new Date("2026-11-20T21:30:00Z");
const waiting = {
  status: "running",
  sent: 0,
  paused: false,
  next_send_at: null,
  scheduled_datetime: null,
};

test.each([
  ["2026-11-20T21:31:00Z", "A primeira mensagem sai em instantes."],
  ["2026-11-20T23:00:00Z", "A primeira mensagem sai hoje às 20:00: a janela de envio."],
  ["2026-11-21T12:00:00Z", "A primeira mensagem sai amanhã às 9:00: a janela de envio."],
  ["2026-11-23T12:00:00Z", "A primeira mensagem sai segunda-feira às 9:00: a janela de envio."],
  ["2026-12-23T12:00:00Z", "A primeira mensagem sai dia 23/12 às 9:00: a janela de envio."],
])("says when the first message leaves: %s", (next_send_at, sentence) => {
  expect(describeFirstSend({ ...waiting, next_send_at }, NOW)).toBe(sentence);
});

test.each([
  [{ sent: 1 }, /já saíram/],
  [{ paused: true }, /pausada/],
  [{ status: "completed" }, /o que aconteceu/],
  [{ status: "a word of a newer server" }, /o que aconteceu/],
  [
    {
      status: "scheduled",
      scheduled_datetime: "2026-11-21T12:00:00Z",
      next_send_at: "2026-11-21T12:00:00Z",
    },
    /amanhã às 9:00: como agendado/,
  ],
  [
    {
      status: "scheduled",
      scheduled_datetime: "2026-11-21T03:00:00Z",
      next_send_at: "2026-11-23T12:00:00Z",
    },
    /segunda-feira às 9:00: a janela de envio/,
  ],
])("tells the other states of a campaign", (state, sentence) => {
  expect(describeFirstSend({ ...waiting, ...state }, NOW)).toMatch(sentence);
});
