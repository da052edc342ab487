/**
 * `npm run answers:train`: trains the reader of answers from the sentences in data/answers, each file by another writer who
 * had not seen the others', and prints how it does on each writer's sentences when it has learnt from the other two. Writes
 * the model that has learnt from all of them. No customer's text is among them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ANSWER_KINDS, type AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { type LabelledAnswer, scoreAnswer, trainAnswers } from "@/lib/domain/answers/answer-model";
import { ASKED_FROM } from "@/lib/domain/answers/read-answer";
import { classifyReply } from "@/lib/domain/messages/opt-out";

const WRITERS = ["one", "two", "three"] as const;
const LEAVING = ANSWER_KINDS.indexOf("opt_out");

const root = new URL("..", import.meta.url);

function readLines(writer: string): LabelledAnswer[] {
  return readFileSync(new URL(`data/answers/${writer}.tsv`, root), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [kind = "", text = ""] = line.split("\t");
      return { kind: kind as AnswerKind, text };
    });
}

const share = (part: number, whole: number) => (part / Math.max(1, whole)).toFixed(3);

/** What a model that has not seen these lines makes of them. */
function measure(writer: string, unseen: LabelledAnswer[], seen: LabelledAnswer[]): void {
  const model = trainAnswers(seen);
  const read = unseen.map(({ kind, text }) => {
    const scores = scoreAnswer(model, text);
    return {
      kind,
      taken: ANSWER_KINDS[scores.indexOf(Math.max(...scores))],
      asked: classifyReply(text) !== null || (scores[LEAVING] ?? 0) >= ASKED_FROM,
    };
  });
  const leaving = read.filter(({ kind }) => kind === "opt_out");
  const others = read.filter(({ kind }) => kind !== "opt_out");
  const asked = (lines: typeof read) =>
    share(lines.filter((line) => line.asked).length, lines.length);
  console.log(
    `Unseen ${writer}: of ${leaving.length} who leave found ${asked(leaving)}, others asked about ${asked(others)}`,
  );
  let sum = 0;
  for (const kind of ANSWER_KINDS) {
    const right = read.filter((line) => line.kind === kind && line.taken === kind).length;
    const taken = read.filter((line) => line.taken === kind).length;
    const were = read.filter((line) => line.kind === kind).length;
    sum += (2 * right) / (taken + were);
    console.log(
      `  ${kind.padEnd(15)} precision ${share(right, taken)}, recall ${share(right, were)} of ${were}`,
    );
  }
  console.log(`  macro-F1 ${(sum / ANSWER_KINDS.length).toFixed(3)}`);
}

const batches = WRITERS.map(readLines);
for (const [at, writer] of WRITERS.entries()) {
  measure(writer, batches[at] ?? [], batches.filter((_, each) => each !== at).flat());
}

const { weights, scale, biases } = trainAnswers(batches.flat());
const file = fileURLToPath(new URL("lib/domain/answers/answer-weights.ts", root));
writeFileSync(
  file,
  `/** Made by \`npm run answers:train\` from data/answers: a byte for each bucket of a feature and each kind. */
export const SCALE = ${scale};
export const BIASES: readonly number[] = ${JSON.stringify(biases)};
export const WEIGHTS =
  "${Buffer.from(weights.buffer).toString("base64")}";
`,
);
console.log(`${weights.length} bytes of weights, in ${file}`);
