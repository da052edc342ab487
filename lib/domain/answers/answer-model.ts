import { BUCKETS, listFeatures } from "./answer-features";
import { ANSWER_KINDS, type AnswerKind } from "./answer-kinds";

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

/** A sentence and what it means. */
export interface LabelledAnswer {
  kind: AnswerKind;
  text: string;
}

const ROUNDS = 20;
const RATE = 2;
const DECAY = 2e-3;
/** A smaller error changes nothing worth its time. */
const SETTLED = 0.004;

/**
 * Multinomial logistic regression by stochastic gradient descent with a rate for each weight (AdaGrad); the same lines
 * give the same model.
 */
export function trainAnswers(lines: readonly LabelledAnswer[]): AnswerModel {
  const kinds = ANSWER_KINDS.length;
  const examples = lines.map(({ kind, text }) => ({
    kind: ANSWER_KINDS.indexOf(kind),
    features: listFeatures(text),
  }));
  const weights = new Float64Array(BUCKETS * kinds);
  const spent = new Float64Array(BUCKETS * kinds).fill(1);
  const biases = new Float64Array(kinds);
  const draw = randomFrom(20_261_128);
  const order = examples.map((_, at) => at);
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(order, draw);
    for (const at of order) {
      const example = examples[at];
      if (!example) continue;
      const { features, kind } = example;
      const value = 1 / Math.sqrt(features.length);
      const sums = Array.from({ length: kinds }, (_, each) => biases[each] ?? 0);
      for (const feature of features) {
        for (let each = 0; each < kinds; each += 1) {
          sums[each] = (sums[each] ?? 0) + (weights[feature * kinds + each] ?? 0) * value;
        }
      }
      const likely = softmax(sums);
      for (let each = 0; each < kinds; each += 1) {
        const error = (likely[each] ?? 0) - (each === kind ? 1 : 0);
        if (Math.abs(error) < SETTLED) continue;
        biases[each] = (biases[each] ?? 0) - 0.02 * error;
        for (const feature of features) {
          const place = feature * kinds + each;
          const weight = weights[place] ?? 0;
          const gradient = error * value + DECAY * weight;
          const sum = (spent[place] ?? 0) + gradient * gradient;
          spent[place] = sum;
          weights[place] = weight - (RATE * gradient) / Math.sqrt(sum);
        }
      }
    }
  }
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const scale = largest / 127;
  return {
    weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)),
    scale,
    biases: [...biases],
  };
}

function softmax(sums: readonly number[]): number[] {
  const largest = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - largest));
  const whole = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / whole);
}

function shuffle(order: number[], draw: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(draw() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
