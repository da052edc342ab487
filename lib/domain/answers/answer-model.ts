import { listFeatures, MOST_CHARACTERS, splitAnswer, visitFeatures } from "./answer-features";
import { ANSWER_KINDS } from "./answer-kinds";

/** A linear model over the features: a byte for each bucket and kind, all of one scale, and a bias for each kind. */
export interface AnswerModel {
  weights: Int8Array;
  scale: number;
  biases: readonly number[];
}

/** How likely each kind is, by the model; in the order of ANSWER_KINDS, together 1. */
export function scoreAnswer({ weights, scale, biases }: AnswerModel, text: string): number[] {
  const features = listFeatures(text);
  const sums = ANSWER_KINDS.map(() => 0);
  for (const feature of features) {
    const row = feature * ANSWER_KINDS.length;
    for (let kind = 0; kind < ANSWER_KINDS.length; kind += 1) {
      sums[kind] = (sums[kind] ?? 0) + (weights[row + kind] ?? 0);
    }
  }
  const factor = scale / Math.sqrt(features.length);
  return softmax(sums.map((sum, kind) => sum * factor + (biases[kind] ?? 0)));
}

export function softmax(sums: readonly number[]): number[] {
  const largest = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - largest));
  const whole = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / whole);
}

/** Longer words are not quoted. */
const MOST_QUOTED = 60;

/** The consecutive words of one text, as written, with the most weight for a kind; empty for none. */
export function findDecidingWords(
  { weights }: AnswerModel,
  texts: readonly string[],
  kind: number,
): string {
  let most = 0;
  let words = "";
  for (const text of texts) {
    const written = [...text.slice(0, MOST_CHARACTERS).matchAll(/\S+/g)];
    // One written word may be split into several words, or into none.
    const owners = written.flatMap(([word], at) => splitAnswer(word).map(() => at));
    const worth = written.map(() => 0);
    visitFeatures(text, (bucket, at) => {
      const owner = owners[at];
      const weight = weights[bucket * ANSWER_KINDS.length + kind] ?? 0;
      if (owner !== undefined) worth[owner] = (worth[owner] ?? 0) + weight;
    });
    // A word with little weight is not quoted because of its neighbours.
    const least = Math.max(0, ...worth) / 10;
    for (const [from, first] of written.entries()) {
      let sum = 0;
      for (let to = from; to < written.length; to += 1) {
        const last = written[to];
        const end = last ? last.index + last[0].length : 0;
        if (to > from && end - first.index > MOST_QUOTED) break;
        sum += (worth[to] ?? 0) - least;
        if (sum <= most) continue;
        most = sum;
        words = text.slice(first.index, Math.min(end, first.index + MOST_QUOTED));
      }
    }
  }
  return words;
}
