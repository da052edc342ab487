import { expect, it } from "vitest";
import { compareVariants, describeAnswers, describeResults } from "./results-summary";

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

it.each([
  [
    {
      answered: 11,
      automatic: 0,
      intents: [
        { kind: "opt_out", count: 6 },
        { kind: "interested", count: 4 },
        { kind: "question", count: 1 },
      ],
    },
    "Respondidas 11: 4 com interesse, 1 pergunta, 6 pediram para sair.",
  ],
  [
    { answered: 1, automatic: 3, intents: [{ kind: "meeting", count: 1 }] },
    "Respondidas 1: 1 quer marcar. Fora delas, 3 respostas automáticas.",
  ],
  // Answers of before they were read.
  [{ answered: 4, automatic: 1, intents: [] }, "1 resposta automática."],
  [{ answered: 0, automatic: 0, intents: [] }, ""],
] as const)("%j: what was answered, the warmest first", (counts, text) => {
  expect(describeAnswers(counts)).toBe(text);
});

it.each([
  // Many answers that are no interest, and fewer that are.
  [[90, 0], [40, 40], "A variação 2 é a que desperta mais interesse, com 95% de confiança."],
  [[90, 2], [40, 1], "Diferença ainda não conclusiva: pode ser acaso."],
  [[90, 0], [40, 0], "A variação 1 é a que tem mais respostas, com 95% de confiança."],
])("%j and %j of 200: %s", (one, other, text) => {
  const variants = [one, other].map(([answered = 0, interested = 0], at) => ({
    variant: at + 1,
    sent: 200,
    answered,
    interested,
  }));
  expect(compareVariants(variants)).toBe(text);
});
