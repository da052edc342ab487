import type { CannedAnswer, NewCannedAnswer } from "@/lib/contracts/messaging/canned-answers";
import { MOST_CANNED_ANSWERS } from "@/lib/domain/messages/canned-answer";
import { AppError } from "@/lib/errors";
import { requireKnownVariables } from "@/server/leads/own-fields/own-variables.service";
import type { StoredMediaRow } from "@/server/messaging/media/media.service";
import {
  judgeUpload,
  keepStoredFile,
  storeSentMedia,
} from "@/server/messaging/media/sent-media.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import type { SpooledFile } from "@/server/platform/outside/spool";
import * as repository from "./canned-answers.repository";

const NOT_FOUND = "Resposta pronta não encontrada.";

export async function listCannedAnswers(actor: Actor): Promise<{ canned_answers: CannedAnswer[] }> {
  const rows = await repository.findCannedAnswers(actor.ownerId);
  return { canned_answers: rows.map(toCannedAnswer) };
}

/** @throws AppError invalid_input for an unknown variable; conflict when the shortcut is taken or there are too many */
export async function createCannedAnswer(
  actor: Actor,
  answer: NewCannedAnswer,
): Promise<{ canned_answer: CannedAnswer }> {
  await requireKnownVariables(actor.ownerId, { text: answer.text });
  const created = await transaction(() =>
    refuseTakenShortcut(repository.insertCannedAnswer(actor.ownerId, answer, MOST_CANNED_ANSWERS)),
  );
  if (!created) {
    throw new AppError("conflict", `Você pode ter até ${MOST_CANNED_ANSWERS} respostas prontas.`);
  }
  publish(actor.ownerId, "canned_answers.changed", {});
  return { canned_answer: toCannedAnswer(created) };
}

/** @throws AppError invalid_input for an unknown variable; not_found; conflict when the shortcut is taken */
export async function updateCannedAnswer(
  actor: Actor,
  id: number,
  answer: NewCannedAnswer,
): Promise<{ canned_answer: CannedAnswer }> {
  await requireKnownVariables(actor.ownerId, { text: answer.text });
  const updated = await refuseTakenShortcut(
    repository.updateCannedAnswer(actor.ownerId, id, answer),
  );
  if (!updated) throw new AppError("not_found", NOT_FOUND);
  publish(actor.ownerId, "canned_answers.changed", {});
  return { canned_answer: toCannedAnswer(updated) };
}

/** @throws AppError not_found */
export async function deleteCannedAnswer(actor: Actor, id: number): Promise<{ success: true }> {
  const deleted = await repository.deleteCannedAnswer(actor.ownerId, id);
  if (!deleted) throw new AppError("not_found", NOT_FOUND);
  publish(actor.ownerId, "canned_answers.changed", {});
  return { success: true };
}

/**
 * Attaches an uploaded file, replacing any other.
 * @throws AppError not_found; too_large; invalid_input for an empty one; quota_reached
 */
export async function attachCannedFile(
  actor: Actor,
  id: number,
  fileName: string,
  file: SpooledFile,
): Promise<{ canned_answer: CannedAnswer }> {
  if (!(await repository.findCannedFile(actor.ownerId, id))) {
    throw new AppError("not_found", NOT_FOUND);
  }
  const { mime } = await judgeUpload(file);
  const { bytes } = file;
  const facts = { mime, bytes, fileName, seconds: null, width: null, height: null };
  const { storageKey } = await storeSentMedia(actor.ownerId, file.stream(), facts);
  const named = { file_name: fileName, mime, bytes, storage_key: storageKey };
  return transaction(async () => {
    await keepStoredFile(storageKey);
    const updated = await repository.setCannedFile(actor.ownerId, id, named);
    if (!updated) throw new AppError("not_found", NOT_FOUND);
    publish(actor.ownerId, "canned_answers.changed", {});
    return { canned_answer: toCannedAnswer(updated) };
  });
}

/** @throws AppError not_found */
export async function removeCannedFile(actor: Actor, id: number): Promise<{ success: true }> {
  const updated = await repository.setCannedFile(actor.ownerId, id, null);
  if (!updated) throw new AppError("not_found", NOT_FOUND);
  publish(actor.ownerId, "canned_answers.changed", {});
  return { success: true };
}

/** Returns its file in the store. @throws AppError not_found */
export async function findCannedFile(actor: Actor, id: number): Promise<StoredMediaRow> {
  const found = await repository.findCannedFile(actor.ownerId, id);
  const { storage_key, mime, bytes, file_name } = found ?? {};
  if (!storage_key || !mime || !bytes) throw new AppError("not_found", "Arquivo não encontrado.");
  return { storage_key, mime, bytes, file_name: file_name ?? null };
}

function toCannedAnswer({
  file_name,
  mime,
  bytes,
  ...answer
}: repository.CannedAnswerRow): CannedAnswer {
  const isWhole = file_name !== null && mime !== null && bytes !== null;
  return { ...answer, file: isWhole ? { file_name, mime, bytes } : null };
}

async function refuseTakenShortcut<T>(write: Promise<T | "taken">): Promise<T> {
  const written = await write;
  if (written !== "taken") return written;
  const message = "Já existe uma resposta com este atalho.";
  throw new AppError("conflict", message, { fields: { shortcut: message } });
}
