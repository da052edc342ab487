import type { z } from "zod/mini";
import type { NewPrivacyRequest, PrivacyRequest } from "@/lib/contracts/privacy/privacy";
import { isEmptyKeys, joinKeys, toPersonKeys } from "@/lib/domain/privacy/person-keys";
import { EXPORT_KEPT_DAYS, type PersonKeys } from "@/lib/domain/privacy/privacy-request";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { deleteHashes } from "@/server/platform/erased-keys/erased-keys.service";
import { defineDuty, trimInBatches } from "@/server/platform/jobs/define-duty";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { closeDoors } from "./erasure.service";
import { removeErasureFile } from "./erasure-files.service";
import { sealKeys } from "./person-of-request.service";
import { runErasure } from "./requests.jobs";
import * as repository from "./requests.repository";

/** Kept permanently, as the account's proof of what it did. */
const MOST_REQUESTS = 10_000;
const MAX_FORGOTTEN = 1_000;
const DAY_MS = 86_400_000;
const NOT_FOUND = "Pedido não encontrado.";
const NO_KEYS = "Informe ao menos um telefone, e-mail ou CNPJ da pessoa.";
const NAMES_PERSON =
  "A observação fica guardada: não escreva nela o telefone, o e-mail ou o CNPJ da pessoa.";

/**
 * Records a person's request. An erasure blocks new data under the person's keys from now on, and is carried out in the
 * background.
 * @throws AppError invalid_input; quota_reached
 */
export async function createRequest(
  actor: Actor,
  { kind, keys: given, note, ...request }: z.output<typeof NewPrivacyRequest>,
) {
  const { ownerId } = actor;
  const typed = toPersonKeys(given);
  if (isEmptyKeys(typed)) {
    throw new AppError("invalid_input", NO_KEYS, { fields: { keys: NO_KEYS } });
  }
  if (namesPerson(note, typed)) {
    throw new AppError("invalid_input", NAMES_PERSON, { fields: { note: NAMES_PERSON } });
  }
  const own = await repository.findOwnKeys(ownerId, typed);
  // The CNPJ of a company that is kept must not be blocked.
  const keepsCompany = kind === "erase" && !request.whole_lead;
  const keys = joinKeys(typed, keepsCompany ? { ...own, cnpjs: [] } : own);
  const id = await transaction(async () => {
    const row = {
      ...request,
      kind,
      note: note || null,
      counts: {},
      sealed_keys: kind === "correct" ? null : sealKeys(ownerId, keys),
      isDone: kind !== "erase",
    };
    const inserted = await repository.insertRequest(ownerId, row, MOST_REQUESTS);
    if (inserted === null) throw new AppError("quota_reached");
    if (kind === "erase") await closeDoors(ownerId, inserted, keys);
    return inserted;
  });
  if (kind === "erase") await enqueue(runErasure, { id, leaseNo: 0 });
  return getRequest(actor, id);
}

function namesPerson(note: string, { phones, emails, cnpjs }: PersonKeys): boolean {
  const digits = note.replace(/\D/g, "");
  const isNamed = (key: string) =>
    key.includes("@") ? note.includes(key) : digits.includes(key.slice(-8));
  return (
    phones.some(isNamed) ||
    cnpjs.some((cnpj) => digits.includes(cnpj.replace(/\D/g, ""))) ||
    emails.some((email) => note.toLowerCase().includes(email))
  );
}

/** @throws AppError not_found */
export async function getRequest({ ownerId }: Actor, id: number) {
  return { request: toRequest(await requireRequest(ownerId, id)) };
}

export async function requireRequest(
  ownerId: Actor["ownerId"],
  id: number,
): Promise<repository.RequestRow> {
  const row = await repository.findRequest(ownerId, id);
  if (!row) throw new AppError("not_found", NOT_FOUND);
  return row;
}

export async function listRequests(
  { ownerId }: Actor,
  { page, per_page }: { page: number; per_page: number },
) {
  const offset = Math.min((page - 1) * per_page, MOST_REQUESTS);
  const [rows, total] = await Promise.all([
    repository.findRequests(ownerId, { limit: per_page, offset }),
    repository.countRequests(ownerId, MOST_REQUESTS),
  ]);
  return {
    requests: rows.map(toRequest),
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

/**
 * Allows data of an erased person again from now on; nothing that was erased is restored.
 * @throws AppError not_found; conflict
 */
export async function allowAgain(actor: Actor, id: number) {
  const { ownerId } = actor;
  const row = await requireRequest(ownerId, id);
  await transaction(async () => {
    if (!(await repository.markAllowed(ownerId, id))) {
      throw new AppError("conflict", "Este pedido não é um apagamento concluído.");
    }
    await deleteHashes(ownerId, id);
  });
  if (row.file_no !== null) await removeErasureFile(row.file_no);
  return getRequest(actor, id);
}

/** Starts a failed erasure again. @throws AppError not_found; conflict */
export async function retryErasure(actor: Actor, id: number) {
  await requireRequest(actor.ownerId, id);
  const reopened = await repository.reopen(actor.ownerId, id);
  if (!reopened) throw new AppError("conflict", "Este apagamento não está parado.");
  await enqueue(runErasure, { id, leaseNo: reopened.lease_no });
  return getRequest(actor, id);
}

/** A copy's person is not stored longer than the copy can be downloaded. */
export const forgetOldExports = defineDuty({
  name: "delete old copies of people's data",
  everyS: 600,
  trims: true,
  run: () =>
    trimInBatches(MAX_FORGOTTEN, () =>
      repository.forgetOldExports(EXPORT_KEPT_DAYS, MAX_FORGOTTEN),
    ),
});

function toRequest({ sealed_keys, ...row }: repository.RequestRow): z.input<typeof PrivacyRequest> {
  const fileUntil =
    row.kind === "export" && sealed_keys !== null
      ? new Date(row.created_at.getTime() + EXPORT_KEPT_DAYS * DAY_MS)
      : null;
  return { ...row, file_until: fileUntil };
}
