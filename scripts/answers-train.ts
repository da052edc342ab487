/**
 * `npm run answers:train`: trains the reader of answers with the sentences in data/answers and writes the model. Each file
 * is by another writer who had not seen the others' files. Prints the results on each writer's sentences of a model that
 * learnt from the other writers; with `-- --mistakes` also its worst errors. Sentences from longer talks, about messages,
 * lists and stopping, are always learnt and never measured: their writer knew the model's errors. No customer's text is
 * among them.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ANSWER_KINDS, type AnswerKind } from "@/lib/domain/answers/answer-kinds";
import { scoreAnswer } from "@/lib/domain/answers/answer-model";
import { type LabelledAnswer, trainAnswers } from "@/lib/domain/answers/answer-training";
import {
  ASKED_FROM,
  AUTOMATIC_FROM,
  LEAVES_FROM,
  readWith,
} from "@/lib/domain/answers/read-answer";
import { readRequest } from "@/lib/domain/messages/opt-out";

const WRITERS = ["one", "two", "three", "four", "five"] as const;
const LEAVING = ANSWER_KINDS.indexOf("opt_out");
const AUTOMATIC = ANSWER_KINDS.indexOf("automatic");
const MISTAKES = 40;

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

/** The results of a model that has not seen these lines. */
function measure(writer: string, unseen: LabelledAnswer[], seen: LabelledAnswer[]): void {
  const model = trainAnswers(seen);
  const begun = process.cpuUsage();
  const read = unseen.map(({ kind, text }) => {
    const scores = scoreAnswer(model, text);
    const likelihood = Math.max(...scores);
    return { kind, text, scores, likelihood, taken: ANSWER_KINDS[scores.indexOf(likelihood)] };
  });
  const each = process.cpuUsage(begun).user / unseen.length;
  const acted = unseen.map(({ kind, text }) => ({ kind, taken: readWith(model, [text]).kind }));
  const count = (
    lines: readonly { kind: AnswerKind; taken?: AnswerKind | undefined }[],
    kind: AnswerKind,
  ) => {
    const right = lines.filter((line) => line.kind === kind && line.taken === kind).length;
    const taken = lines.filter((line) => line.taken === kind).length;
    const were = lines.filter((line) => line.kind === kind).length;
    return {
      figures: `precision ${share(right, taken)}, recall ${share(right, were)} of ${were}`,
      f1: (2 * right) / (taken + were),
    };
  };
  const all = ANSWER_KINDS.map((kind) => ({ kind, ...count(read, kind) }));
  console.log(`Unseen ${writer}: ${Math.round(each)} microseconds of the processor a text`);
  for (const { kind, figures } of all) console.log(`  ${kind.padEnd(15)} ${figures}`);
  const sum = all.reduce((whole, { f1 }) => whole + f1, 0);
  console.log(`  macro-F1 ${(sum / ANSWER_KINDS.length).toFixed(3)}`);
  console.log(
    `  automatic as acted on, from ${AUTOMATIC_FROM}: ${count(acted, "automatic").figures}`,
  );
  const found = (
    kinds: (kind: AnswerKind) => boolean,
    says: (line: (typeof read)[number]) => boolean,
  ) => {
    const lines = read.filter(({ kind }) => kinds(kind));
    return share(lines.filter(says).length, lines.length);
  };
  const rows = [null, 0.08, 0.09, ASKED_FROM, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, LEAVES_FROM];
  for (const from of rows) {
    const says = (line: (typeof read)[number]) =>
      readRequest(line.text).stops || (from !== null && (line.scores[LEAVING] ?? 0) >= from);
    const name = from === null ? "rules alone" : `from ${from.toFixed(2)}`;
    const use =
      from === ASKED_FROM ? ", asked about" : from === LEAVES_FROM ? ", leaves surely" : "";
    console.log(
      `  ${name.padEnd(11)} who leave found ${found((kind) => kind === "opt_out", says)}, others ${found((kind) => kind !== "opt_out", says)}${use}`,
    );
  }
  for (const from of [0.5, 0.6, 0.7, 0.8, 0.9, 0.95]) {
    const lines = read.map((line) => ({
      ...line,
      taken: (line.scores[AUTOMATIC] ?? 0) >= from ? ("automatic" as const) : undefined,
    }));
    console.log(`  automatic from ${from.toFixed(2)} ${count(lines, "automatic").figures}`);
  }
  if (!process.argv.includes("--mistakes")) return;
  const wrong = read.filter(({ kind, taken }) => kind !== taken);
  wrong.sort((one, other) => other.likelihood - one.likelihood);
  for (const { kind, taken, likelihood, text } of wrong.slice(0, MISTAKES)) {
    console.log(`  ${kind} taken for ${taken} (${likelihood.toFixed(2)}): ${text}`);
  }
}

const batches = WRITERS.map(readLines);
const talk = readLines("customers");
for (const [at, writer] of WRITERS.entries()) {
  measure(writer, batches[at] ?? [], [...batches.filter((_, each) => each !== at).flat(), ...talk]);
}

const { weights, scale, biases } = trainAnswers([...batches.flat(), ...talk]);
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
execFileSync("npx", ["biome", "format", "--write", file], { stdio: "ignore" });
console.log(`${weights.length} bytes of weights, in ${file}`);
