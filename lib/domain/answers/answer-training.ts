import { BUCKETS, listFeatures } from "./answer-features";
import { ANSWER_KINDS, type AnswerKind } from "./answer-kinds";
import { type AnswerModel, softmax } from "./answer-model";

/** A sentence and what it means. */
export interface LabelledAnswer {
  kind: AnswerKind;
  text: string;
}

const ROUNDS = 20;
const RATE = 2;
const DECAY = 2e-3;
/** Training on a smaller error is not worth its time. */
const SETTLED = 0.004;
/** The weights still swing in the last rounds: their mean is used. */
const SETTLING = ROUNDS / 2;
/** Scales the sums that become likelihoods: without it, most kinds are likelier than their computed likelihood. */
const SHARPNESS = 1.75;
/** Random letters that mean nothing. */
const GIBBERISH = 60;

/**
 * Multinomial logistic regression by stochastic gradient descent with a rate for each weight (AdaGrad); the same lines
 * give the same model.
 */
export function trainAnswers(labelled: readonly LabelledAnswer[]): AnswerModel {
  const kinds = ANSWER_KINDS.length;
  const draw = randomFrom(20_261_128);
  const lines = [...labelled, ...inventGibberish(draw)];
  const examples = lines.map(({ kind, text }) => ({
    kind: ANSWER_KINDS.indexOf(kind),
    features: listFeatures(text),
  }));
  // Each line counts more for a kind with few lines.
  const worth = ANSWER_KINDS.map((kind) =>
    Math.sqrt(lines.length / kinds / lines.filter((line) => line.kind === kind).length),
  );
  const weights = new Float64Array(BUCKETS * kinds);
  const spent = new Float64Array(BUCKETS * kinds).fill(1);
  const biases = new Float64Array(kinds);
  const meanWeights = new Float64Array(BUCKETS * kinds);
  const meanBiases = new Float64Array(kinds);
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
        const wrong = (likely[each] ?? 0) - (each === kind ? 1 : 0);
        if (Math.abs(wrong) < SETTLED) continue;
        const error = wrong * (worth[kind] ?? 1);
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
    if (round < ROUNDS - SETTLING) continue;
    addShare(meanWeights, weights, SHARPNESS / SETTLING);
    addShare(meanBiases, biases, SHARPNESS / SETTLING);
  }
  const largest = meanWeights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = largest / 127;
  return {
    weights: Int8Array.from(meanWeights, (weight) => Math.round(weight / scale)),
    scale,
    biases: [...meanBiases],
  };
}

function addShare(sums: Float64Array, values: Float64Array, share: number): void {
  for (let at = 0; at < sums.length; at += 1)
    sums[at] = (sums[at] ?? 0) + (values[at] ?? 0) * share;
}

function inventGibberish(draw: () => number): LabelledAnswer[] {
  const below = (most: number) => Math.floor(draw() * most);
  const letters = (count: number) =>
    Array.from({ length: count }, () => String.fromCharCode(97 + below(26))).join("");
  return Array.from({ length: GIBBERISH }, () => ({
    kind: "unclear",
    text: Array.from({ length: 1 + below(3) }, () => letters(3 + below(8))).join(" "),
  }));
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
