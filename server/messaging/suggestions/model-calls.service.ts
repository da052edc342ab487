import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { Actor } from "@/server/platform/actor";
import { env, fromEnv } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { createOwnerTurns } from "@/server/platform/owner-turns";
import { createSuggestionModel } from "./suggestions.ai";
import type { SuggestionModel, Written } from "./suggestions.gateway";
import * as repository from "./suggestions.repository";

const getModel = fromEnv(() => createSuggestionModel());

/** The provider's limit for the installation must not be used up by one owner. */
const inTurn = createOwnerTurns(2);

export const getSuggestionSource = () => (getModel() ? ("ai" as const) : ("modelo" as const));

type Called<Output> =
  | { outcome: "written"; output: Output }
  /** There is no model, or it failed, which is only logged. */
  | { outcome: "failed" }
  /** The day has no more calls. */
  | { outcome: "used_up" };

/**
 * Calls the model once, which counts for the account's day with the tokens used. `share`: the share of the day's calls
 * after which no call is made; the rest is for users' requests.
 */
export async function callModel<Output>(
  { ownerId }: Pick<Actor, "ownerId">,
  call: (model: SuggestionModel) => Promise<Written<Output>>,
  share = 1,
): Promise<Called<Output>> {
  const model = getModel();
  if (!model) return { outcome: "failed" };
  const day = getSaoPauloDay(new Date());
  if (!(await repository.takeCall(ownerId, day, Math.floor(env.AI_DAILY_CALLS * share))))
    return { outcome: "used_up" };
  try {
    const { output, ...tokens } = await inTurn(ownerId, () => call(model));
    await repository.addTokens(ownerId, day, tokens);
    return { outcome: "written", output };
  } catch (error) {
    logger.warn({ ownerId, err: error }, "suggestions not written");
    return { outcome: "failed" };
  }
}
