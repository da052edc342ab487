import type { Endpoint, Guarded } from "@/lib/contracts/shared/endpoint";
import { WHOLE_VIEW_NEEDED } from "@/lib/domain/accounts/visibility";
import { AppError } from "@/lib/errors";
import type { Actor, Reader, Unasked } from "@/server/platform/actor";
import { isRowSeen } from "./unseen.repository";

export { areNumbersSeen, findSeenNumbers } from "./unseen.repository";

const NOT_FOUND: Record<Guarded, string> = {
  lead: "Lead não encontrado.",
  lead_contact: "Contato não encontrado.",
  note: "Nota não encontrada.",
  task: "Tarefa não encontrada.",
  message: "Mensagem não encontrada.",
  conversation_note: "Nota não encontrada.",
  lead_deletion: "Esta exclusão já não pode ser desfeita.",
  lead_edit: "Esta mudança já não pode ser desfeita.",
  campaign: "",
  recipient: "",
};

interface Inputs {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Refuses what an endpoint's contract says that somebody who sees a part of the account may not do. Rows outside that
 * part and rows that do not exist are refused here alike, before anything else is looked at.
 * @throws AppError forbidden; not_found
 */
export async function refuseUnseen(
  { sight }: Pick<Endpoint, "sight">,
  actor: Actor,
  { params, query, body }: Inputs,
): Promise<void> {
  if (sight === "whole") throw new AppError("forbidden", WHOLE_VIEW_NEEDED);
  if (sight === undefined || sight === "narrowed") return;
  const inputs = Object.assign({}, body, query, params) as Record<string, unknown>;
  for (const [of, name] of Object.entries(sight) as [Guarded, string][]) {
    const id = inputs[name];
    if (typeof id === "number" && !(await isRowSeen(actor, of, id))) {
      throw new AppError("not_found", NOT_FOUND[of]);
    }
  }
}

/** Whether a row exists and the reader sees it; not looked up for a reader who sees all. */
export async function isSeen(reader: Reader | Unasked, of: Guarded, id: number): Promise<boolean> {
  return !reader.sight || isRowSeen(reader, of, id);
}
