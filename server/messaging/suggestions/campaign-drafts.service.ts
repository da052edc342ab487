import type { CampaignDrafts } from "@/lib/contracts/messaging/suggestions";
import { TEMPLATE_VARIABLES } from "@/lib/domain/campaigns/template-variables";
import { writeCampaignTemplates } from "@/lib/domain/suggestions/campaign-templates";
import { keepHarmlessVariants } from "@/lib/domain/suggestions/suggestion-guard";
import { listOwnKeys } from "@/server/leads/own-fields/own-variables.service";
import type { Actor } from "@/server/platform/actor";
import { describeProfile } from "./material.service";
import { callModel } from "./model-calls.service";

/**
 * Texts of a campaign for a person to choose and edit; nothing is stored or sent. Written by the model from the profile
 * and the wish, or by us: without a model, when it fails, and once the day's calls are used up.
 */
export async function draftCampaign(
  actor: Actor,
  wish: string,
  signal: AbortSignal,
): Promise<CampaignDrafts> {
  const profile = await describeProfile(actor);
  const ownKeys = await listOwnKeys(actor.userId);
  const called = await callModel(actor, (model) =>
    model.draftCampaign({ profile, wish, variables: [...TEMPLATE_VARIABLES, ...ownKeys] }, signal),
  );
  const variants =
    called.outcome === "written"
      ? keepHarmlessVariants(called.output, JSON.stringify([profile, wish, ownKeys]), ownKeys)
      : [];
  if (variants.length > 0) return { success: true, source: "ai", used_up: false, variants };
  return {
    success: true,
    source: "modelo",
    used_up: called.outcome === "used_up",
    variants: writeCampaignTemplates(profile.business),
  };
}
