import type { z } from "zod/mini";
import type { activities, Recipient, RecipientFilter } from "@/lib/contracts/campaigns/activities";
import { ANSWER_LABEL } from "@/lib/domain/answers/answer-groups";
import { describeFollowUp } from "@/lib/domain/campaigns/describe-follow-up";
import { RECIPIENT_STATE_LABEL } from "@/lib/domain/campaigns/recipient-labels";
import { getSearchTerms } from "@/lib/domain/leads/lead-search";
import { type Cell, phoneCell } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { AppError } from "@/lib/errors";
import { formatDateTime } from "@/lib/format";
import type { Actor, OwnerId } from "@/server/platform/actor";
import type { Sheet } from "@/server/platform/spreadsheets/download";
import * as repository from "./recipients.repository";
import { findVariantTexts } from "./results.repository";

const EXPORT_PAGE_ROWS = 1_000;

/** A page of a campaign's recipients with how many there are in each state. @throws AppError not_found */
export async function listRecipients(
  { ownerId }: Actor,
  campaignId: number,
  query: z.output<typeof activities.recipients.query>,
) {
  await requireCampaign(ownerId, campaignId);
  const { page, per_page } = query;
  const choice = toChoice(campaignId, query);
  const [rows, states] = await Promise.all([
    repository.findRecipients(ownerId, choice, { offset: (page - 1) * per_page, limit: per_page }),
    repository.countByState(ownerId, choice),
  ]);
  const counts = Object.fromEntries(states.map(({ state, count }) => [state, count]));
  const total = choice.state
    ? (counts[choice.state] ?? 0)
    : states.reduce((sum, { count }) => sum + count, 0);
  return {
    recipients: rows.map(toRecipient),
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
    counts,
  };
}

/** The matching recipients as a sheet, in the order of sending. @throws AppError not_found */
export async function exportRecipients(
  { ownerId }: Actor,
  campaignId: number,
  filter: z.output<typeof RecipientFilter>,
): Promise<Sheet> {
  await requireCampaign(ownerId, campaignId);
  const inSequence = await repository.hasSteps(ownerId, campaignId);
  return {
    fileName: `campanha-${campaignId}-destinatarios`,
    columns: [
      "Nome",
      "WhatsApp",
      "Variação",
      "Situação",
      "Motivo",
      "Enviada em",
      "Respondida em",
      "O que respondeu",
      "Mensagem",
      ...(inSequence ? ["Sequência"] : []),
    ],
    pages: readPages(ownerId, toChoice(campaignId, filter), inSequence),
  };
}

async function* readPages(
  ownerId: OwnerId,
  choice: repository.RecipientChoice,
  inSequence: boolean,
): AsyncGenerator<Cell[][]> {
  for (let offset = 0; ; offset += EXPORT_PAGE_ROWS) {
    const rows = await repository.findRecipients(ownerId, choice, {
      offset,
      limit: EXPORT_PAGE_ROWS,
    });
    if (rows.length > 0) yield rows.map((row) => toCells(row, inSequence));
    if (rows.length < EXPORT_PAGE_ROWS) return;
  }
}

function toCells(row: repository.RecipientRow, inSequence: boolean): Cell[] {
  const next = row.follow_ups.at(-1);
  return [
    row.name,
    phoneCell(row.number, "digits"),
    String(row.variant + 1),
    RECIPIENT_STATE_LABEL[row.state],
    row.detail,
    row.claimed_at,
    row.answered_at,
    row.intent && ANSWER_LABEL[row.intent],
    row.text,
    ...(inSequence ? [next ? describeFollowUp(next, formatDateTime) : null] : []),
  ];
}

async function requireCampaign(ownerId: OwnerId, campaignId: number): Promise<void> {
  if (!(await findVariantTexts(ownerId, campaignId))) throw new AppError("not_found");
}

function toChoice(
  campaignId: number,
  { run_id, state, intent, search }: z.output<typeof RecipientFilter>,
): repository.RecipientChoice {
  return {
    campaignId,
    runId: run_id ?? null,
    state: state ?? null,
    intent: intent ?? null,
    terms: getSearchTerms(search),
  };
}

function toRecipient(row: repository.RecipientRow): z.input<typeof Recipient> {
  return {
    ...row,
    variant: row.variant + 1,
    sent_at: row.claimed_at,
    resent: row.resent_at !== null,
    follow_ups: row.follow_ups.map((each) => ({
      ...each,
      variant: each.variant + 1,
      due_at: each.due_at && new Date(each.due_at),
      sent_at: each.sent_at && new Date(each.sent_at),
      answered_at: each.answered_at && new Date(each.answered_at),
    })),
  };
}
