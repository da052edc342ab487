import type { z } from "zod/mini";
import type {
  NewOwnField,
  OwnField,
  OwnFieldChange,
  ownFields,
} from "@/lib/contracts/leads/own-fields";
import {
  hasChoices,
  isBuiltInName,
  MOST_OWN_FIELDS,
  makeOwnFieldKey,
} from "@/lib/domain/leads/own-fields";
import { AppError } from "@/lib/errors";
import { countOf } from "@/lib/format";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import { countChosen, deleteChosen } from "./lead-values.repository";
import * as repository from "./own-fields.repository";

const NOT_FOUND = "Campo não encontrado.";
const TOO_MANY = `Você pode ter até ${MOST_OWN_FIELDS} campos próprios.`;
const TAKEN = "Já existe um campo com este nome.";
const BUILT_IN = "Todo lead já tem um campo com este nome.";

export async function listOwnFields({
  ownerId,
}: Actor): Promise<z.input<typeof ownFields.list.response>> {
  const all = await repository.countFields(ownerId);
  return {
    own_fields: all.filter(({ deleted_at }) => deleted_at === null),
    deleted: all.flatMap(({ deleted_at, ...field }) =>
      deleted_at ? [{ ...field, deleted_at }] : [],
    ),
  };
}

/** @throws AppError conflict when the name is taken or there are too many */
export async function createOwnField(
  actor: Actor,
  field: NewOwnField,
): Promise<{ own_field: OwnField }> {
  const created = await transaction(() => addOwnField(actor.ownerId, field));
  publish(actor.ownerId, "leads.changed", {});
  return { own_field: { ...created, leads: 0 } };
}

/** Call inside a transaction. @throws AppError as createOwnField */
export async function addOwnField(
  ownerId: OwnerId,
  { name, kind, choices }: NewOwnField,
): Promise<repository.OwnFieldRow> {
  if (isBuiltInName(name)) throw nameError(BUILT_IN);
  const others = await repository.lockFields(ownerId);
  const key = makeOwnFieldKey(
    name,
    others.map((other) => other.key),
  );
  const created = await repository.insertField(ownerId, { key, name, kind, choices });
  if (created === "taken") throw nameError(TAKEN);
  if (!created) throw new AppError("conflict", TOO_MANY);
  return { ...created, key, name, kind, choices };
}

/**
 * Checks the names of fields that an import will create, before it creates them.
 * @throws AppError conflict under `new_fields.<n>.name`
 */
export function checkNewFieldNames(fields: readonly { name: string }[], names: readonly string[]) {
  const taken = new Set(fields.map((field) => field.name.toLowerCase()));
  for (const [at, name] of names.entries()) {
    const message = isBuiltInName(name)
      ? BUILT_IN
      : taken.has(name.toLowerCase())
        ? TAKEN
        : fields.length + at >= MOST_OWN_FIELDS
          ? TOO_MANY
          : null;
    if (message) {
      throw new AppError("conflict", message, { fields: { [`new_fields.${at}.name`]: message } });
    }
    taken.add(name.toLowerCase());
  }
}

/**
 * Renames a field or changes its choices.
 * @throws AppError not_found; conflict when the name is taken, or when leads use a removed choice and `drop_values` is
 * not set
 */
export async function updateOwnField(
  actor: Actor,
  id: number,
  { name, choices, drop_values }: z.output<typeof OwnFieldChange>,
): Promise<{ own_field: OwnField }> {
  const { ownerId } = actor;
  await transaction(async () => {
    const field = (await repository.lockFields(ownerId)).find((each) => each.id === id);
    if (!field) throw new AppError("not_found", NOT_FOUND);
    if (isBuiltInName(name)) throw nameError(BUILT_IN);
    requireFittingChoices(field, choices);
    const gone = field.choices.filter((choice) => !choices.includes(choice));
    if (gone.length > 0) {
      const leads = await countChosen(ownerId, id, gone);
      if (leads > 0 && !drop_values) {
        const message = `${countOf(leads, "lead tem", "leads têm")} uma opção que você removeu: o valor sai deles também.`;
        throw new AppError("conflict", message, { fields: { choices: message } });
      }
      if (leads > 0) await deleteChosen(ownerId, id, gone);
    }
    const updated = await repository.updateField(ownerId, id, { name, choices });
    if (updated === "taken") throw nameError(TAKEN);
  });
  publish(ownerId, "leads.changed", {});
  return { own_field: await requireCounted(ownerId, id) };
}

function requireFittingChoices({ kind }: repository.OwnFieldRow, choices: string[]) {
  if (hasChoices(kind) === choices.length > 0) return;
  const message = hasChoices(kind)
    ? "Informe ao menos uma opção."
    : "Só campos de escolha têm opções.";
  throw new AppError("invalid_input", message, { fields: { choices: message } });
}

export async function reorderOwnFields(actor: Actor, { ids }: { ids: number[] }) {
  await repository.reorderFields(actor.ownerId, ids);
  publish(actor.ownerId, "leads.changed", {});
  return listOwnFields(actor);
}

/**
 * Deletes a field, which can be undone for some weeks. Returns how many leads had a value.
 * @throws AppError not_found
 */
export async function deleteOwnField({ ownerId }: Actor, id: number): Promise<{ values: number }> {
  if (!(await repository.markDeleted(ownerId, id))) throw new AppError("not_found", NOT_FOUND);
  publish(ownerId, "leads.changed", {});
  return { values: await repository.countValues(ownerId, id) };
}

/** @throws AppError not_found; conflict when another field now has its name, or there are too many */
export async function restoreOwnField(
  { ownerId }: Actor,
  id: number,
): Promise<{ own_field: OwnField }> {
  const restored = await transaction(async () => {
    await repository.lockFields(ownerId);
    const field = await repository.restoreField(ownerId, id);
    if (field === "taken") throw nameError(TAKEN);
    return field;
  });
  if (!restored) {
    const all = await repository.countFields(ownerId);
    const isFull = all.some((field) => field.id === id && field.deleted_at !== null);
    throw isFull ? new AppError("conflict", TOO_MANY) : new AppError("not_found", NOT_FOUND);
  }
  publish(ownerId, "leads.changed", {});
  return { own_field: await requireCounted(ownerId, id) };
}

const MOST_ROUNDS = 50;

/** Permanently deletes fields that can no longer be restored, some thousand values at a time. */
export const purgeOwnFields = defineDuty({
  name: "delete old own fields",
  everyS: 3_600,
  run: async () => {
    let purged = 0;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const deleted = await repository.purgeOnce();
      if (deleted === null) break;
      purged += deleted;
    }
    return purged;
  },
  trims: true,
});

async function requireCounted(ownerId: OwnerId, id: number): Promise<OwnField> {
  const all = await repository.countFields(ownerId);
  const found = all.find((field) => field.id === id && field.deleted_at === null);
  if (!found) throw new AppError("not_found", NOT_FOUND);
  return found;
}

function nameError(message: string): AppError {
  return new AppError("conflict", message, { fields: { name: message } });
}
