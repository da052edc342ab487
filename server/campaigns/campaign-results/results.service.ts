import type { z } from "zod/mini";
import type { CampaignResults } from "@/lib/contracts/campaigns/activities";
import { findCountry, type MessagePrice, sumPrices } from "@/lib/domain/campaigns/message-price";
import { AppError } from "@/lib/errors";
import { findPrices } from "@/server/messaging/prices/prices.service";
import type { Actor } from "@/server/platform/actor";
import * as repository from "./results.repository";

const HOURS = 24;

/** The results of a campaign's messages. @throws AppError not_found */
export async function getResults(
  { ownerId }: Actor,
  campaignId: number,
  query: { run_id?: number | undefined },
): Promise<z.input<typeof CampaignResults>> {
  const texts = await repository.findVariantTexts(ownerId, campaignId);
  if (!texts) throw new AppError("not_found");
  const choice = { campaignId, runId: query.run_id ?? null };
  const [
    summary,
    answers,
    variants,
    skipped,
    failed,
    hours,
    duplicated,
    charges,
    prices,
    later,
    since,
  ] = await Promise.all([
    repository.countResults(ownerId, choice),
    repository.countAnswers(ownerId, choice),
    repository.countVariants(ownerId, choice),
    repository.countCauses(ownerId, choice, "skipped"),
    repository.countCauses(ownerId, choice, "failed"),
    repository.countAnswersByHour(ownerId, choice),
    repository.countDuplicates(ownerId, choice),
    repository.countCharges(ownerId, choice),
    findPrices(),
    repository.findStepTexts(ownerId, campaignId),
    repository.findChangedTexts(ownerId, choice),
  ]);
  const steps = later.length > 0 ? await repository.countSteps(ownerId, choice) : [];
  const answersAt = new Map(hours.map(({ hour, count }) => [hour, count]));
  return {
    summary: {
      ...summary,
      duplicated,
      intents: answers.filter(({ kind }) => kind !== "automatic"),
      automatic: answers.find(({ kind }) => kind === "automatic")?.count ?? 0,
    },
    skipped,
    failed,
    cost: toCost(charges, prices),
    texts_since: since,
    variants: texts.map((text, at) => ({
      ...NO_RESULTS,
      ...variants.find(({ variant }) => variant === at),
      variant: at + 1,
      text,
    })),
    steps:
      later.length > 0
        ? [texts, ...later].flatMap((messages, step) =>
            messages.map((text, at) => ({
              ...NO_RESULTS,
              won: 0,
              ...steps.find((each) => each.step === step + 1 && each.variant === at),
              step: step + 1,
              variant: at + 1,
              text,
            })),
          )
        : [],
    answers_by_hour: Array.from({ length: HOURS }, (_, hour) => answersAt.get(hour) ?? 0),
  };
}

function toCost(
  charges: readonly repository.ChargeRow[],
  prices: readonly MessagePrice[],
): CampaignResults["cost"] {
  if (charges.length === 0) return null;
  const billable = charges.filter((charge) => charge.billable);
  const byCategory = new Map<string, number>();
  for (const { category, count } of billable) {
    byCategory.set(category, (byCategory.get(category) ?? 0) + count);
  }
  const count = (rows: readonly repository.ChargeRow[]) =>
    rows.reduce((sum, row) => sum + row.count, 0);
  const { micros, unpriced, confirmed } = sumPrices(
    prices,
    billable.map(({ category, prefix, at, count: messages }) => ({
      category,
      country: findCountry(prefix),
      messages,
      at,
    })),
  );
  return {
    told: count(charges),
    billable: [...byCategory].map(([category, messages]) => ({ category, count: messages })),
    micros: unpriced > 0 && unpriced === count(billable) ? null : micros,
    unpriced,
    confirmed,
  };
}

const NO_RESULTS = { sent: 0, delivered: 0, read: 0, answered: 0, interested: 0, opted_out: 0 };
