import type { LeadFieldName } from "../leads/lead-fields";
import type { OwnFieldShape } from "../leads/own-fields";

/** What a column of a file can be read as. */

/** One of the account's own fields, by its key. */
export type OwnTarget = `own.${string}`;
/** The parts of other contacts, besides the main one. */
export const CONTACT_TARGETS = [
  "other.whatsapp",
  "other.phone",
  "other.email",
  "other.contacts",
] as const;
export type ContactTarget = (typeof CONTACT_TARGETS)[number];
/** The field of which a value is only a part. */
export const PART_TARGETS = [
  ...(["part.name", "part.contact_name", "part.address", "part.ddd", "part.cnpj"] as const),
] as const;
export type PartTarget = (typeof PART_TARGETS)[number];
/** Several columns may be read as each of these. */
export const OTHER_TARGETS = ["other.name", ...CONTACT_TARGETS, ...PART_TARGETS] as const;
export type OtherTarget = (typeof OTHER_TARGETS)[number];
export const OTHER_TARGET_LABEL: Record<OtherTarget, string> = {
  "part.name": "Mais do nome (sobrenome)",
  "part.contact_name": "Mais da pessoa de contato (sobrenome)",
  "part.address": "Mais do endereço (número, bairro, CEP)",
  "part.ddd": "DDD do telefone ao lado",
  "part.cnpj": "Mais do CNPJ (ordem, DV)",
  "other.name": "Outro nome, se faltar o nome",
  "other.whatsapp": "Outro WhatsApp",
  "other.phone": "Outro telefone",
  "other.email": "Outro e-mail",
  "other.contacts": "Outros contatos, como em uma exportação",
};
export type ColumnTarget = LeadFieldName | OwnTarget | OtherTarget;
/** The field of each column, in file order; null means ignored. */
export type ColumnMapping = (ColumnTarget | null)[];

/** An own field that the import will make of a column, by the column's place. */
export interface NewColumnField extends OwnFieldShape {
  column: number;
  name: string;
}

/** An own field that a column is read as. */
interface OwnColumn extends OwnFieldShape {
  /** Negative for a field that does not exist yet. */
  fieldId: number;
  name: string;
  /** Its dates have their month first. */
  monthFirst?: boolean;
}

/** What each column is read as, in file order. */
export type ReadColumn = LeadFieldName | OtherTarget | OwnColumn | null;

export function isOtherTarget(column: ReadColumn | ColumnTarget): column is OtherTarget {
  return (OTHER_TARGETS as readonly unknown[]).includes(column);
}

export function isPartTarget(column: ReadColumn): column is PartTarget {
  return (PART_TARGETS as readonly unknown[]).includes(column);
}

/** The key of the own field that a column is mapped to; null for another target. */
export function findOwnKey(target: ColumnTarget | null): string | null {
  return target?.startsWith("own.") ? target.slice("own.".length) : null;
}

/** Keeps a draft's choice: columns whose own field was deleted since are ignored. */
export function withoutDeletedFields(
  mapping: ColumnMapping,
  fields: readonly { key: string }[],
): ColumnMapping {
  const exists = (target: ColumnTarget | null) => {
    const key = findOwnKey(target);
    return key === null || fields.some((field) => field.key === key);
  };
  return mapping.map((target) => (exists(target) ? target : null));
}
