import { Readable } from "node:stream";
import * as z from "zod";
import { PRIVACY_ASKERS, PRIVACY_CHANNELS } from "@/lib/domain/privacy/privacy-request";
import { AppError } from "@/lib/errors";
import { getMediaStore } from "@/server/messaging/media/media-store.service";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import {
  adoptKey,
  countFiles,
  findHashes,
  insertHashes,
  readSealedKey,
  setFiles,
  takeFileNo,
} from "@/server/platform/erased-keys/erased-keys.service";
import { logger } from "@/server/platform/logger";
import { seal, unseal } from "@/server/platform/secrets";
import { findInstallationName } from "@/server/platform/system/copies.service";
import { giveUpSends, stopWritingTo } from "./erasure.repository";
import * as repository from "./erasure-files.repository";
import { findRestoredKeys, sealKeys } from "./person-of-request.service";
import { type RequestRow, setSealedKeys } from "./requests.repository";

/** What the store of files keeps about a person's erasure: it can be read only with the installation's secret. */
const PersonFile = z.object({
  uid: z.uuid(),
  owner_id: z.int(),
  asked_by: z.enum(PRIVACY_ASKERS),
  channel: z.enum(PRIVACY_CHANNELS),
  whole_lead: z.boolean(),
  created_at: z.iso.datetime(),
  sealed_key: z.string(),
  hashes: z.array(
    z.object({ kind: z.enum(["phone", "email", "cnpj"]), hash: z.string().length(64) }),
  ),
});

/**
 * The same for a deleted account. Sealed, because otherwise anybody with write access to the store could have an
 * account deleted.
 */
const AccountFile = z.object({ sealed_account: z.string() });
const SEALED_FOR = "erasures.sealed_account";

/** A restored database assigns ids again: an account is the same only if it was also created at the same time. */
const DeletedAccount = z.object({
  owner_id: z.int(),
  created_at: z.iso.datetime(),
  deleted_at: z.iso.datetime(),
});
export type DeletedAccount = z.infer<typeof DeletedAccount>;

const ErasureFile = z.union([PersonFile, AccountFile]);
type ErasureFile = z.infer<typeof ErasureFile>;

const MAX_BYTES = 100_000;
/** Numbers are taken before their files are written, so some may be missing in between. */
const MOST_MISSING = 50;
const MOST_FILES = 100_000;
const AWAY =
  "Não foi possível ler, no armazenamento de arquivos, quem foi apagado depois do backup. Tente de novo: sem isso ninguém pode ser protegido.";
const OTHER_KEY =
  "Os apagamentos guardados no armazenamento de arquivos são de outra chave. Confira o AUTH_SECRET antes de confirmar.";

/** Writes an erasure to the store of files, which is not restored together with the database. */
export async function writeErasureFile(ownerId: OwnerId, row: RequestRow): Promise<void> {
  if (row.file_no !== null) return;
  const file: z.infer<typeof PersonFile> = {
    uid: row.uid,
    owner_id: row.owner_id,
    asked_by: row.asked_by,
    channel: row.channel,
    whole_lead: row.whole_lead,
    created_at: row.created_at.toISOString(),
    sealed_key: await readSealedKey(),
    hashes: (await findHashes(ownerId, row.id)).map(({ kind, hash }) => ({
      kind,
      hash: hash.toString("hex"),
    })),
  };
  const fileNo = await addFile(file);
  if (fileNo !== null) await repository.setFileNo(ownerId, row.id, fileNo);
}

/** The same for a whole account. */
export async function writeDeletedAccount(account: DeletedAccount): Promise<void> {
  await addFile({ sealed_account: seal(JSON.stringify(account), SEALED_FOR) });
}

/** Returns the number that the file got; null before the installation's first start. */
async function addFile(file: ErasureFile): Promise<number | null> {
  const name = await findInstallationName();
  if (name === null) return null;
  const content = Buffer.from(JSON.stringify(file));
  for (;;) {
    const fileNo = await takeFileNo();
    // A database that was restored unnoticed has a lower count than there are files.
    if ((await readFile(name, fileNo)) !== null) continue;
    await getMediaStore().put(toKey(name, fileNo), {
      content: Readable.from([content]),
      bytes: content.length,
      mime: "application/json",
    });
    return fileNo;
  }
}

export async function removeErasureFile(fileNo: number): Promise<void> {
  const name = await findInstallationName();
  if (name !== null) await getMediaStore().remove(toKey(name, fileNo));
}

/** The erasures in the store of files that this database did not count. @throws AppError unavailable */
export async function readNewErasures(): Promise<{ fileNo: number; file: ErasureFile }[]> {
  const name = await findInstallationName();
  if (name === null) return [];
  const found: { fileNo: number; file: ErasureFile }[] = [];
  const first = (await countFiles()) + 1;
  for (let fileNo = first, missing = 0; missing < MOST_MISSING; fileNo += 1) {
    if (fileNo - first > MOST_FILES) throw new AppError("unavailable", AWAY);
    const text = await readFile(name, fileNo).catch((error: unknown) => {
      throw new AppError("unavailable", AWAY, { cause: error });
    });
    missing = text === null ? missing + 1 : 0;
    if (text !== null) found.push({ fileNo, file: ErasureFile.parse(JSON.parse(text)) });
  }
  return found;
}

/**
 * Applies, in a restored database, the erasures since its backup was taken. From the end of the transaction on, none of
 * these people is written to or stored, and workers erase their rows. Returns the accounts that were deleted. Call
 * inside a transaction.
 * @throws AppError conflict
 */
export async function applyErasures(
  erasures: Awaited<ReturnType<typeof readNewErasures>>,
): Promise<DeletedAccount[]> {
  const restored = new Map<OwnerId, number[]>();
  const deleted: DeletedAccount[] = [];
  for (const { fileNo, file } of erasures) {
    if ("sealed_account" in file) {
      deleted.push(readDeletedAccount(file.sealed_account));
      continue;
    }
    if (!(await adoptKey(file.sealed_key))) throw new AppError("conflict", OTHER_KEY);
    if (await repository.isKnownRequest(file.uid)) continue;
    const requestId = await repository.insertRestored({ ...file, file_no: fileNo });
    if (requestId === null) continue;
    const hashes = file.hashes.map(({ kind, hash }) => ({ kind, hash: Buffer.from(hash, "hex") }));
    await insertHashes(file.owner_id, requestId, hashes);
    const ownerId = ownerOfRow(file.owner_id);
    restored.set(ownerId, [...(restored.get(ownerId) ?? []), requestId]);
  }
  for (const [ownerId, requestIds] of restored) {
    for (const [at, keys] of (await findRestoredKeys(ownerId, requestIds)).entries()) {
      await giveUpSends(ownerId, keys);
      await stopWritingTo(ownerId, keys);
      await setSealedKeys(ownerId, requestIds[at] ?? 0, sealKeys(ownerId, keys));
    }
  }
  const last = erasures.at(-1)?.fileNo;
  if (last !== undefined) await setFiles(last);
  if (restored.size > 0) logger.info({ accounts: restored.size }, "erasures taken over");
  return deleted;
}

function readDeletedAccount(sealed: string): DeletedAccount {
  const text = unseal(sealed, SEALED_FOR);
  if (text === null) throw new AppError("conflict", OTHER_KEY);
  return DeletedAccount.parse(JSON.parse(text));
}

async function readFile(name: string, fileNo: number): Promise<string | null> {
  const content = await getMediaStore().open(toKey(name, fileNo), { start: 0, end: MAX_BYTES - 1 });
  if (!content) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function toKey(name: string, fileNo: number): string {
  return `erasures/${name}/${fileNo}`;
}
