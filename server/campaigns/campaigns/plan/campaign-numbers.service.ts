import type { z } from "zod/mini";
import type { StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { AppError } from "@/lib/errors";
import { askPortfolioLimitSoon } from "@/server/messaging/portfolios/portfolios.service";
import { refreshLostConnection } from "@/server/messaging/whatsapp/connection.service";
import {
  findOwnInstances,
  findSenders,
  nameNumber,
} from "@/server/messaging/whatsapp/instances.service";
import { askQuotaSoon } from "@/server/messaging/whatsapp/new-chat-quotas.service";
import { describeProvider } from "@/server/messaging/whatsapp/provider.service";
import type { OwnerId } from "@/server/platform/actor";
import { NO_TEMPLATES } from "./campaign-templates.service";

/**
 * The numbers that are to send it: the default one of today, where none is named; none while the account has none.
 * @throws AppError invalid_input for a number that is not the account's, or cannot send this
 */
export async function readNumbers(
  ownerId: OwnerId,
  {
    number_ids = [],
    templates,
  }: Pick<z.output<typeof StartProspecting>, "number_ids" | "templates">,
): Promise<number[]> {
  const numbers = await findOwnInstances(ownerId);
  const meant = numbers.filter(({ id, is_default }) =>
    number_ids.length === 0 ? is_default : number_ids.includes(id),
  );
  if (meant.length < new Set(number_ids).size) {
    throw invalidNumbers("Um destes números não existe mais. Escolha de novo.");
  }
  // The models of the default number alone are known.
  if (templates && meant.some(({ is_default }) => !is_default)) {
    throw invalidNumbers("Modelos aprovados saem pelo número padrão.");
  }
  return meant.map(({ id }) => id);
}

const invalidNumbers = (message: string) =>
  new AppError("invalid_input", message, { fields: { number_ids: message } });

/**
 * Without a number it is the default one that is needed.
 * @throws AppError whatsapp_disconnected where one of these numbers is; message_refused where the provider does not
 * support such a campaign
 */
export async function requireSenders(
  ownerId: OwnerId,
  instanceIds: readonly (number | null)[],
  byTemplate: boolean,
): Promise<void> {
  const ids = instanceIds.length > 0 ? instanceIds : [null];
  const wanted = ids.map((id) => ({ ownerId, which: id ?? ("default" as const) }));
  for (const { which } of wanted) {
    await refreshLostConnection(ownerId, which);
    askQuotaSoon(ownerId, which);
  }
  askPortfolioLimitSoon(ownerId);
  const senders = await findSenders(wanted);
  const lost = senders.find((sender) => !sender?.connected);
  if (lost !== undefined) {
    const named = lost && senders.length > 1 ? disconnected(nameNumber(lost.instance)) : "";
    throw new AppError("whatsapp_disconnected", named);
  }
  const needed = describeProvider().templates_outside_window;
  if (needed !== byTemplate)
    throw new AppError("message_refused", needed ? ONLY_TEMPLATES : NO_TEMPLATES);
}

const disconnected = (name: string) =>
  `“${name}” está desconectado: conecte-o, ou tire-o desta prospecção.`;
const ONLY_TEMPLATES =
  "Com a Cloud API da Meta, quem nunca escreveu só recebe modelos aprovados: escolha um modelo para esta prospecção.";
