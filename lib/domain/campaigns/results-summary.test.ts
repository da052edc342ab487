import { expect, it } from "vitest";
import { describeResults } from "./results-summary";

const NOTHING = {
  recipients: 0,
  sent: 0,
  no_whatsapp: 0,
  refused: 0,
  skipped: 0,
  unknown: 0,
  waiting: 0,
  lost: 0,
  duplicated: 0,
};

it.each([
  [
    { recipients: 210, sent: 203, no_whatsapp: 5, refused: 2 },
    "210 destinatários: 203 enviadas, 5 sem WhatsApp, 2 recusadas, 0 perdidas, 0 duplicadas",
  ],
  [
    { recipients: 1, sent: 1 },
    "1 destinatário: 1 enviada, 0 sem WhatsApp, 0 recusadas, 0 perdidas, 0 duplicadas",
  ],
  [
    { recipients: 9, sent: 2, skipped: 3, unknown: 1, waiting: 3, duplicated: 1 },
    "9 destinatários: 2 enviadas, 0 sem WhatsApp, 0 recusadas, 3 não enviadas, 1 sem confirmação, 3 na fila, 0 perdidas, 1 duplicada",
  ],
])("%j is told as one sentence", (counts, text) => {
  expect(describeResults({ ...NOTHING, ...counts })).toBe(text);
});
