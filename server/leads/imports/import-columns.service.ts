import type { ColumnField } from "@/lib/contracts/leads/imports";
import { ROLE_NEEDED, reaches } from "@/lib/domain/accounts/roles";
import { putDayFirst } from "@/lib/domain/imports/american-dates";
import { describeColumnField } from "@/lib/domain/imports/column-field";
import {
  type ColumnMapping,
  type ColumnTarget,
  findOwnKey,
  isOtherTarget,
  type NewColumnField,
  OTHER_TARGET_LABEL,
  type OwnTarget,
  type ReadColumn,
} from "@/lib/domain/imports/import-columns";
import { LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { ownColumn } from "@/lib/domain/leads/own-fields";
import { AppError } from "@/lib/errors";
import { findFields } from "@/server/leads/own-fields/own-fields.repository";
import { addOwnField, checkNewFieldNames } from "@/server/leads/own-fields/own-fields.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { cleanCell } from "./import-row.rule";
import * as repository from "./imports.repository";

/** The user's choices for the columns of a file. */
export interface ColumnChoice {
  mapping: ColumnMapping;
  new_fields: NewColumnField[];
}

/** How many rows describe a column: reading them takes a fraction of a second. */
const DESCRIBED_ROWS = 20_000;
const OTHER_COLUMNS = "O mapeamento não corresponde às colunas do arquivo.";

/**
 * Describes the own field that a column could become.
 * @throws AppError not_found, also for a column that does not exist
 */
export async function describeColumn(
  { ownerId }: Actor,
  importId: number,
  column: number,
): Promise<{ field: ColumnField }> {
  const row = await repository.findImport(ownerId, importId);
  if (!row || column >= row.columns.length) throw new AppError("not_found");
  const cells: string[] = [];
  while (cells.length < Math.min(row.row_count, DESCRIBED_ROWS)) {
    const rows = await repository.findChunk(ownerId, importId, cells.length);
    if (rows.length === 0) throw new AppError("not_found");
    for (const each of rows) cells.push(cleanCell(each.cells[column] ?? ""));
  }
  if (isMonthFirst(row, column)) cells.splice(0, cells.length, ...cells.map(putDayFirst));
  return { field: { ...describeColumnField(cells), rows: cells.length } };
}

/**
 * The meaning of each column of a file, new fields included.
 * @throws AppError invalid_input under `mapping`; conflict under `new_fields.<n>.name`
 */
export async function readColumns(
  ownerId: OwnerId,
  choice: ColumnChoice,
  file: Pick<repository.ImportRow, "columns" | "reading">,
): Promise<ReadColumn[]> {
  const fields = await findFields(ownerId);
  const byKey = new Map(fields.map((field) => [field.key, field]));
  validateMapping(choice, file.columns, (key) => byKey.get(key)?.name);
  checkNewFieldNames(
    fields,
    choice.new_fields.map(({ name }) => name),
  );
  const made = new Map(choice.new_fields.map((field) => [field.column, field]));
  return choice.mapping.map((target, column) => {
    const field = made.get(column);
    const monthFirst = isMonthFirst(file, column);
    if (field) return { ...field, monthFirst, fieldId: -1 - column };
    const own = byKey.get(findOwnKey(target) ?? "");
    return own
      ? { ...own, monthFirst, fieldId: own.id }
      : (target as Exclude<ColumnTarget, OwnTarget> | null);
  });
}

/** The columns of a started import. A field that was deleted since is skipped. */
export async function findStartedColumns(
  ownerId: OwnerId,
  mapping: ColumnMapping,
  file: Pick<repository.ImportRow, "reading">,
): Promise<ReadColumn[]> {
  const isOwn = mapping.some((target) => findOwnKey(target) !== null);
  const fields = isOwn ? await findFields(ownerId) : [];
  return mapping.map((target, column) => {
    const key = findOwnKey(target);
    if (key === null) return target as Exclude<ColumnTarget, OwnTarget> | null;
    const own = fields.find((field) => field.key === key);
    return own ? { ...own, monthFirst: isMonthFirst(file, column), fieldId: own.id } : null;
  });
}

function isMonthFirst({ reading }: Pick<repository.ImportRow, "reading">, column: number) {
  return reading.month_first?.includes(column) ?? false;
}

/**
 * Creates the new fields and returns the mapping with them. Call inside the transaction that starts the import.
 * @throws AppError forbidden to whoever may not make fields; conflict under a field's name
 */
export async function makeNewFields(
  { ownerId, role }: Actor,
  { mapping, new_fields }: ColumnChoice,
): Promise<ColumnMapping> {
  if (new_fields.length > 0 && !reaches(role, "manager")) {
    throw new AppError("forbidden", ROLE_NEEDED.manager);
  }
  const made = [...mapping];
  for (const [at, { column, ...field }] of new_fields.entries()) {
    try {
      const { key } = await addOwnField(ownerId, { ...field, choices: [...field.choices] });
      made[column] = ownColumn(key);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, error.message, {
        fields: { [`new_fields.${at}.name`]: error.message },
      });
    }
  }
  return made;
}

/** @throws AppError invalid_input under `mapping` */
export function requireColumns({ mapping, new_fields }: ColumnChoice, columns: readonly string[]) {
  const made = new Set(new_fields.map(({ column }) => column));
  const fit = new_fields.every(({ column }) => column < columns.length && !mapping[column]);
  if (mapping.length !== columns.length || made.size < new_fields.length || !fit) {
    throw mappingError(OTHER_COLUMNS);
  }
}

/** A row needs one of these to give its company a name. */
const NAMING: readonly ColumnTarget[] = [
  ...(["name", "other.name", "contact_name", "proprietario", "website", "email"] as const),
  ...(["whatsapp", "phone", "cnpj"] as const),
];

function validateMapping(
  choice: ColumnChoice,
  columns: readonly string[],
  findOwnName: (key: string) => string | undefined,
) {
  requireColumns(choice, columns);
  const targets = choice.mapping.filter((target) => target !== null);
  const nameOf = (target: ColumnTarget) => {
    if (isOtherTarget(target)) return OTHER_TARGET_LABEL[target];
    const key = findOwnKey(target);
    return key === null ? LEAD_FIELDS[target as LeadFieldName].label : findOwnName(key);
  };
  const gone = targets.find((target) => nameOf(target) === undefined);
  if (gone) throw mappingError("Um dos campos escolhidos não existe mais: escolha outro.");
  const twice = targets.find(
    (target, at) => !isOtherTarget(target) && targets.indexOf(target) !== at,
  );
  if (twice) throw mappingError(`Duas colunas apontam para ${nameOf(twice)}: escolha uma.`);
  if (!targets.some((target) => NAMING.includes(target))) {
    throw mappingError("Escolha a coluna do nome da empresa.");
  }
}

function mappingError(sentence: string): AppError {
  return new AppError("invalid_input", sentence, { fields: { mapping: sentence } });
}
