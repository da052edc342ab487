import { Readable } from "node:stream";
import * as z from "zod";
import { PRIVACY_ASKERS, PRIVACY_CHANNELS } from "@/lib/domain/privacy/privacy-request";
import { AppError } from "@/lib/errors";
import { getMediaStore } from "@/server/messaging/media/media-store.service";
import { ownerOfRow, type UserId } from "@/server/platform/actor";
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
import { findInstallationName } from "@/server/platform/system/copies.service";
import { giveUpSends, stopWritingTo } from "./erasure.repository";
import * as repository from "./erasure-files.repository";
import { findRestoredKeys, sealKeys } from "./person-of-request.service";
import { type RequestRow, setSealedKeys } from "./requests.repository";

/** What the store of files keeps of an erasure: nothing of it can be read without the installation's secret. */
const ErasureFile = z.object({
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
type ErasureFile = z.infer<typeof ErasureFile>;

const MAX_BYTES = 100_000;
/** A number is taken before its file is written: some may be missing in between. */
const MOST_MISSING = 50;
const MOST_FILES = 100_000;
const AWAY =
  "Não foi possível ler, no armazenamento de arquivos, quem foi apagado depois do backup. Tente de novo: sem isso ninguém pode ser protegido.";
const OTHER_KEY =
  "Os apagamentos guardados no armazenamento de arquivos são de outra chave. Confira o AUTH_SECRET antes de confirmar.";

/** Writes an erasure to the store of files, which is not put back with the database. */
export async function writeErasureFile(ownerId: UserId, row: RequestRow): Promise<void> {
  const name = await findInstallationName();
  if (row.file_no !== null || name === null) return;
  const file: ErasureFile = {
    ...{ uid: row.uid, owner_id: row.owner_id, asked_by: row.asked_by, channel: row.channel },
    ...{ whole_lead: row.whole_lead, created_at: row.created_at.toISOString() },
    sealed_key: await readSealedKey(),
    hashes: (await findHashes(ownerId, row.id)).map(({ kind, hash }) => ({
      kind,
      hash: hash.toString("hex"),
    })),
  };
  const content = Buffer.from(JSON.stringify(file));
  for (;;) {
    const fileNo = await takeFileNo();
    // A database that was put back without anybody noticing counts less than there are.
    if ((await readFile(name, fileNo)) !== null) continue;
    await getMediaStore().put(toKey(name, fileNo), {
      content: Readable.from([content]),
      bytes: content.length,
      mime: "application/json",
    });
    await repository.setFileNo(ownerId, row.id, fileNo);
    return;
  }
}

export async function removeErasureFile(fileNo: number): Promise<void> {
  const name = await findInstallationName();
  if (name !== null) await getMediaStore().remove(toKey(name, fileNo));
}

/** The erasures that the store of files has beyond those that this database counted. @throws AppError unavailable */
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
 * Carries out, in a restored database, what was erased since its backup was taken: from the end of the transaction on
 * nobody of them is written to or taken in, and workers erase their rows. Call inside a transaction.
 * @throws AppError conflict
 */
export async function applyErasures(
  erasures: Awaited<ReturnType<typeof readNewErasures>>,
): Promise<void> {
  const restored = new Map<UserId, number[]>();
  for (const { fileNo, file } of erasures) {
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
