import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { AppError } from "@/lib/errors";
import { requireProof } from "@/server/accounts/users/password-check.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { archiveAccount } from "./account-exports.jobs";
import * as repository from "./account-exports.repository";

const LISTED = 5;
const AT_ONCE = 100;
const DAY_MS = 86_400_000;

const ONE_A_DAY =
  "Você já pediu um arquivo hoje: só um é feito por dia. Use o que está na lista, ou peça outro amanhã.";

export async function listExports(actor: Actor) {
  const today = readDay(Date.now());
  const [rows, isTaken] = await Promise.all([
    repository.findExports(actor, LISTED),
    repository.hasExportOf(actor.ownerId, today),
  ]);
  return {
    exports: rows.map(toAccountExport),
    next_on: isTaken ? getSaoPauloDay(new Date(Date.now() + DAY_MS)) : null,
  };
}

/**
 * Requests an archive of all data that the account stores.
 * @throws AppError invalid_input; conflict for a second one on the same day; rate_limited
 */
export async function requestExport(actor: Actor, proof: AccountProof) {
  await requireProof(actor, proof);
  return transaction(async () => {
    await holdSession(actor);
    const row = await repository.insertExport(actor, readDay(Date.now()));
    if (!row) throw new AppError("conflict", ONE_A_DAY);
    await recordAction(actor, "archive_requested");
    afterCommit(() => enqueue(archiveAccount, { id: row.id, leaseNo: 0 }));
    return { export: toAccountExport(row) };
  });
}

/** The file of an archive in the store; the download is recorded. @throws AppError not_found */
export async function getExportFile(actor: Actor, id: number) {
  const row = await repository.findReady(actor, id);
  if (!row) throw new AppError("not_found", "Este arquivo não existe mais.");
  const file_name = `garimpo-meus-dados-${row.requested_on}.zip`;
  await recordAction(actor, "exported", { name: file_name });
  return { ...row, file_name, mime: "application/zip" };
}

/** Expires all archives of an account. Returns how many there were. Joins the current transaction. */
export function expireExportsOf(ownerId: OwnerId): Promise<number> {
  return repository.expireExportsOf(ownerId);
}

/** Expires archives after their 24 hours. */
export const expireOldExports = defineDuty({
  name: "expire exports",
  everyS: 60,
  run: () => repository.expireExports(AT_ONCE),
  trims: true,
});

/** A day in São Paulo in the form of its column. */
function readDay(at: number): Date {
  return new Date(`${getSaoPauloDay(new Date(at))}T00:00:00Z`);
}

function toAccountExport({ bytes, ...row }: repository.ExportRow) {
  return { ...row, bytes: bytes === null ? null : Number(bytes) };
}
