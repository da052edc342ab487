import type { CampaignResults } from "@/lib/contracts/campaigns/activities";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import * as repository from "./results.repository";

const HOURS = 24;

/** What became of a campaign's messages. @throws AppError not_found */
export async function getResults(
  { userId }: Actor,
  campaignId: number,
  query: { run_id?: number | undefined },
): Promise<CampaignResults> {
  const texts = await repository.findVariantTexts(userId, campaignId);
  if (!texts) throw new AppError("not_found");
  const choice = { campaignId, runId: query.run_id ?? null };
  const [summary, variants, skipped, hours, duplicated] = await Promise.all([
    repository.countResults(userId, choice),
    repository.countVariants(userId, choice),
    repository.countSkipped(userId, choice),
    repository.countAnswersByHour(userId, choice),
    repository.countDuplicates(userId, choice),
  ]);
  const answersAt = new Map(hours.map(({ hour, count }) => [hour, count]));
  return {
    summary: { ...summary, duplicated },
    skipped,
    variants: texts.map((text, at) => ({
      ...NO_RESULTS,
      ...variants.find(({ variant }) => variant === at),
      variant: at + 1,
      text,
    })),
    answers_by_hour: Array.from({ length: HOURS }, (_, hour) => answersAt.get(hour) ?? 0),
  };
}

const NO_RESULTS = { sent: 0, delivered: 0, read: 0, answered: 0, opted_out: 0 };
