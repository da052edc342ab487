import type { z } from "zod/mini";
import type { CampaignDrafts, CampaignWish } from "@/lib/contracts/messaging/suggestions";
import { TEMPLATE_VARIABLES } from "@/lib/domain/campaigns/template-variables";
import { listOwnKeys } from "@/server/leads/own-fields/own-variables.service";
import type { Actor } from "@/server/platform/actor";
import { writeCampaignTemplates, writeFollowUpTemplates } from "./campaign-templates.rule";
import { describeProfile } from "./material.service";
import { callModel } from "./model-calls.service";
import { keepHarmlessVariants } from "./suggestion-guard.rule";

/**
 * Texts of a campaign, or of a later step of it, for the user to choose and edit; nothing is stored or sent. The model
 * writes them from the profile and the wish. Without a model, when it fails, and once the day's calls are used up, they
 * are our own.
 */
export async function draftCampaign(
  actor: Actor,
  { wish, follows = "" }: z.output<typeof CampaignWish>,
  signal: AbortSignal,
): Promise<CampaignDrafts> {
  const before = follows === "" ? null : follows;
  const profile = await describeProfile(actor);
  const ownKeys = await listOwnKeys(actor.ownerId);
  const called = await callModel(actor, (model) =>
    model.draftCampaign(
      { profile, wish, follows: before, variables: [...TEMPLATE_VARIABLES, ...ownKeys] },
      signal,
    ),
  );
  const variants =
    called.outcome === "written"
      ? keepHarmlessVariants(
          called.output,
          JSON.stringify([profile, wish, follows, ownKeys]),
          ownKeys,
        )
      : [];
  if (variants.length > 0) return { success: true, source: "ai", used_up: false, variants };
  return {
    success: true,
    source: "modelo",
    used_up: called.outcome === "used_up",
    variants:
      before === null
        ? writeCampaignTemplates(profile.business)
        : writeFollowUpTemplates(profile.business),
  };
}
