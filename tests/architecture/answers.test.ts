import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { ANSWER_KINDS, type AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { scoreAnswer, trainAnswers } from "@/lib/domain/answers/answer-model";
import { BIASES, SCALE, WEIGHTS } from "@/lib/domain/answers/answer-weights";
import { readAnswer } from "@/lib/domain/answers/read-answer";

const folder = join(import.meta.dirname, "../../data/answers");
const lines = ["one", "two", "three"].flatMap((writer) =>
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
  "não para de chegar cliente aqui",
  "bloqueei a agenda para terça",
  "Olá! Nosso horário de atendimento é de 8h às 18h.",
  "👍",
  "",
])("nobody is asked about %j", (text) => {
  expect(readAnswer([text]).mayLeave).toBe(false);
});

it("reads the beginning of a long text", () => {
  const model = {
    weights: Int8Array.from(Buffer.from(WEIGHTS, "base64")),
    scale: SCALE,
    biases: BIASES,
  };
  const long = "bom dia ".repeat(250);
  expect(scoreAnswer(model, `${long}${"x".repeat(1_000_000)}`)).toEqual(scoreAnswer(model, long));
});
