import type { z } from "zod/mini";
import type { StartProspecting } from "@/lib/contracts/campaigns";
import { AppError } from "@/lib/errors";
import type { Actor, UserId } from "@/server/actor";
import { afterCommit, transaction } from "@/server/db/transaction";
import { recordEvent } from "@/server/events/events.service";
import { enqueue } from "@/server/jobs/enqueue";
import { publish } from "@/server/live/publish";
import { describeProvider } from "@/server/whatsapp/provider.service";
import { findSender } from "@/server/whatsapp/whatsapp.service";
import { deliverRun } from "./campaigns.jobs";
import { toActivity, toProgress } from "./campaigns.mapper";
import * as repository from "./campaigns.repository";

const LISTED = 100;

/**
 * Starts a campaign now. Its recipients are chosen and stored before this returns.
 * @throws AppError whatsapp_disconnected, message_refused, prospecting_active, invalid_input when no lead is left to contact
 */
export async function startProspecting(actor: Actor, input: z.output<typeof StartProspecting>) {
  const sender = await findSender(actor.userId);
  if (!sender?.connected) throw new AppError("whatsapp_disconnected");
  if (describeProvider().templates_outside_window) {
    throw new AppError(
      "message_refused",
      "Com a Cloud API da Meta, quem nunca escreveu só recebe modelos aprovados, e a prospecção ainda não os envia. Escreva pelo Chat WhatsApp.",
    );
  }
  const activityId = await transaction(async () => {
    const campaignId = await repository.createCampaign(actor.userId, {
      numLeads: input.num_leads,
      messages: input.messages,
    });
    const recipients = await startRun(actor.userId, {
      campaignId,
      numLeads: input.num_leads,
      variants: input.messages.length,
      due: new Date(),
    });
    if (recipients === null) throw new AppError("prospecting_active");
    if (recipients === 0) {
      throw new AppError(
        "invalid_input",
        "Nenhum lead novo com WhatsApp para prospectar. Busque leads e tente de novo.",
        { fields: { num_leads: "Nenhum lead novo com WhatsApp." } },
      );
    }
    return campaignId;
  });
  return { activity_id: activityId, message: "Mensagens enviadas com sucesso!" };
}

/**
 * Creates a campaign's run with its recipients, inside the caller's transaction, and enqueues it after the commit.
 * Returns the number of recipients, or null when the owner has an active run.
 */
export async function startRun(
  ownerId: UserId,
  run: { campaignId: number; numLeads: number; variants: number; due: Date },
): Promise<number | null> {
  const runId = await repository.createRun(ownerId, run.campaignId, run.due);
  if (runId === null) return null;
  const recipients = await repository.addRecipients(ownerId, { ...run, id: runId });
  await recordEvent(ownerId, "campaign_started", {
    metadata: { activity_id: run.campaignId, leads: recipients },
  });
  afterCommit(() => void enqueue(deliverRun, { id: runId, leaseNo: 0 }));
  return recipients;
}

export async function listActivities(actor: Actor) {
  const rows = await repository.findActivities(actor.userId, LISTED);
  return { activities: rows.map(toActivity) };
}

/** Stops a running campaign before its next message. @throws AppError not_found, activity_over */
export async function stopActivity(actor: Actor, campaignId: number) {
  const row = await repository.findActivity(actor.userId, campaignId);
  if (!row) throw new AppError("not_found");
  const stopping = await repository.requestStop(actor.userId, campaignId);
  if (!stopping) throw new AppError("activity_over");
  await enqueue(deliverRun, { id: stopping.id, leaseNo: stopping.lease_no });
  return { activity: toActivity((await repository.findActivity(actor.userId, campaignId)) ?? row) };
}

/** For a deactivated account. */
export function stopAllActivities(ownerId: UserId): Promise<void> {
  return repository.requestStopOfAll(ownerId);
}

/** Publishes a campaign's progress to its owner's screens. */
export async function publishProgress(ownerId: UserId, campaignId: number): Promise<void> {
  const row = await repository.findActivity(ownerId, campaignId);
  if (row) publish(ownerId, "campaign.progress", toProgress(row));
}
