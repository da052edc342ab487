import type { CannedAnswer, NewCannedAnswer } from "@/lib/contracts/messaging/canned-answers";
import { MOST_CANNED_ANSWERS } from "@/lib/domain/messages/canned-answer";
import { AppError } from "@/lib/errors";
import { requireKnownVariables } from "@/server/leads/own-fields/own-variables.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import * as repository from "./canned-answers.repository";

const NOT_FOUND = "Resposta pronta não encontrada.";

export async function listCannedAnswers(actor: Actor): Promise<{ canned_answers: CannedAnswer[] }> {
  return { canned_answers: await repository.findCannedAnswers(actor.userId) };
}

/** @throws AppError invalid_input for an unknown variable; conflict when the shortcut is taken or there are too many */
export async function createCannedAnswer(
  actor: Actor,
  answer: NewCannedAnswer,
): Promise<{ canned_answer: CannedAnswer }> {
  await requireKnownVariables(actor.userId, { text: answer.text });
  const created = await transaction(() =>
    refuseTakenShortcut(repository.insertCannedAnswer(actor.userId, answer, MOST_CANNED_ANSWERS)),
  );
  if (!created) {
    throw new AppError("conflict", `Você pode ter até ${MOST_CANNED_ANSWERS} respostas prontas.`);
  }
  return { canned_answer: created };
}

/** @throws AppError invalid_input for an unknown variable; not_found; conflict when the shortcut is taken */
export async function updateCannedAnswer(
  actor: Actor,
  id: number,
  answer: NewCannedAnswer,
): Promise<{ canned_answer: CannedAnswer }> {
  await requireKnownVariables(actor.userId, { text: answer.text });
  const updated = await refuseTakenShortcut(
    repository.updateCannedAnswer(actor.userId, id, answer),
  );
  if (!updated) throw new AppError("not_found", NOT_FOUND);
  return { canned_answer: { id, ...answer } };
}

/** @throws AppError not_found */
export async function deleteCannedAnswer(actor: Actor, id: number): Promise<{ success: true }> {
  const deleted = await repository.deleteCannedAnswer(actor.userId, id);
  if (!deleted) throw new AppError("not_found", NOT_FOUND);
  return { success: true };
}

async function refuseTakenShortcut<T>(write: Promise<T | "taken">): Promise<T> {
  const written = await write;
  if (written !== "taken") return written;
  const message = "Já existe uma resposta com este atalho.";
  throw new AppError("conflict", message, { fields: { shortcut: message } });
}
