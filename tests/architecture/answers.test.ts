import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { ANSWER_KINDS, type AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { scoreAnswer } from "@/lib/domain/answers/answer-model";
import { trainAnswers } from "@/lib/domain/answers/answer-training";
import { BIASES, SCALE, WEIGHTS } from "@/lib/domain/answers/answer-weights";
import { readAnswer } from "@/lib/domain/answers/read-answer";

const folder = join(import.meta.dirname, "../../data/answers");
const lines = ["one", "two", "three", "four", "five", "customers"].flatMap((writer) =>
  readFileSync(join(folder, `${writer}.tsv`), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t")),
);

it("has learnt from labelled sentences, each of one of the ten kinds", () => {
  expect(lines.length).toBeGreaterThan(4_000);
  const wrong = lines.filter(
    ([kind, text, ...more]) =>
      !ANSWER_KINDS.includes(kind as AnswerKind) || !text || more.length > 0,
  );
  expect(wrong).toEqual([]);
});

it("is made of these sentences: the same lines give the same weights, in less than 400 KB", {
  timeout: 120_000,
}, () => {
  const { weights, scale, biases } = trainAnswers(
    lines.map(([kind = "", text = ""]) => ({ kind: kind as AnswerKind, text })),
  );
  expect([scale, biases]).toEqual([SCALE, BIASES]);
  expect(Buffer.from(weights.buffer).toString("base64") === WEIGHTS).toBe(true);
  expect(weights.byteLength).toBeLessThanOrEqual(400_000);
});

test.each([
  "não entre mais em contato",
  "não me contate mais",
  "me retire do seu cadastro",
  "nunca mais me mande mensagem",
  "me deixa em paz",
  "revogo meu consentimento",
  "vou abrir um processo no procon se vcs insistirem",
  "Solicito a exclusão dos meus dados conforme a LGPD",
])("a person is asked about %j", (text) => {
  expect(readAnswer([text]).mayLeave).toBe(true);
});

test.each([
  "Oi, tudo bem?",
  "Quanto custa?",
  "Pode ser amanhã às 10h",
  "saí do trabalho agora, te ligo",
  "Olá! Nosso horário de atendimento é de 8h às 18h.",
  "👍",
  "",
])("nobody is asked about %j", (text) => {
  expect(readAnswer([text]).mayLeave).toBe(false);
});

test.each(["não para de chegar cliente aqui", "bloqueei a agenda para terça", "não recebi nada"])(
  "in a longer talk nobody is asked about %j",
  (text) => {
    expect(readAnswer([text]).leavesSurely).toBe(false);
  },
);

it("reads the beginning of a long text", () => {
  const model = {
    weights: Int8Array.from(Buffer.from(WEIGHTS, "base64")),
    scale: SCALE,
    biases: BIASES,
  };
  const long = "bom dia ".repeat(250);
  expect(scoreAnswer(model, `${long}${"x".repeat(1_000_000)}`)).toEqual(scoreAnswer(model, long));
});

const ROBOT =
  "Olá! Agradecemos seu contato. Em breve um atendente irá responder. Digite 1 para vendas.";

test.each<[string[], AnswerKind, string]>([
  [["oi", "agora não", "me tira da lista"], "opt_out", "me tira da lista"],
  [["oi", "nunca mais me manda mensagem por favor", "ok"], "opt_out", "nunca mais me manda"],
  [[ROBOT, "oi, qual o valor?"], "question", "qual o valor?"],
  [[ROBOT], "automatic", "contato. Em breve um atendente irá responder."],
  [["Quanto custa?", "SAIR", "Obrigado"], "opt_out", "SAIR"],
  [["SAIR", "voltar"], "unclear", ""],
  [["xkcjv qwpoie zmnx"], "unclear", ""],
  [[], "unclear", ""],
  [["", "  "], "unclear", ""],
])("%j is one answer: %s", (texts, kind, words) => {
  const reading = readAnswer(texts);
  expect(reading.kind).toBe(kind);
  expect(reading.words).toContain(words);
  expect(reading.words.length).toBeLessThanOrEqual(60);
  expect(texts.some((text) => text.includes(reading.words)) || reading.words === "").toBe(true);
  expect(reading.mayLeave).toBe(kind === "opt_out");
});
