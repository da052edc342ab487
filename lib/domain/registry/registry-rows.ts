import type { CopyText } from "./copy-text";
import type { RegistryFileKind } from "./registry-files";
import type { RegistryLine } from "./registry-line";
import { foldCompanyName } from "./registry-name";
import {
  hasDigitAtEnd,
  isIdentifier,
  readText,
  writeBytes,
  writeFolded,
  writeJoined,
  writeText,
} from "./registry-text";
import {
  maskCpf,
  readActivity,
  readCapitalCents,
  readCep,
  readCode,
  readDate,
  readDigits,
  readEmail,
  readPhone,
  removeDocuments,
  writeActivities,
} from "./registry-values";

/** Why a line is refused. */
export type Refusal = "columns" | "cnpj" | "status" | "code";

/** Writes the value of one column. `today` as 20260131. */
type WriteValue = (line: RegistryLine, copy: CopyText, today: number) => void;

/** The columns that are imported from a kind of file. */
interface StagedKind {
  /** Returns null for a line that is imported. */
  refuse(line: RegistryLine): Refusal | null;
  /** The columns of its staging table, with their types, and how each is written. */
  columns: readonly (readonly [column: string, write: WriteValue])[];
}

const STATUSES = new Set<number | null>([1, 2, 3, 4, 5, 8]);
const BASE_LENGTH = 8;
const LETTER_A = 65;

function refuseBase(line: RegistryLine): Refusal | null {
  return isIdentifier(line, 0, BASE_LENGTH) ? null : "cnpj";
}

function refuseEstablishment(line: RegistryLine): Refusal | null {
  if (refuseBase(line) || !isIdentifier(line, 1, 4) || readDigits(line, 2, 2, 2) === null)
    return "cnpj";
  if (!STATUSES.has(readCode(line, 5))) return "status";
  return isIdentifier(line, 19, 2, LETTER_A) ? null : "code";
}

const bytes =
  (...places: number[]): WriteValue =>
  (line, copy) => {
    for (const place of places) writeBytes(line, place, copy);
  };
const text =
  (place: number): WriteValue =>
  (line, copy) =>
    writeText(line, place, copy);
const code =
  (place: number): WriteValue =>
  (line, copy) =>
    copy.number(readCode(line, place));
const date =
  (place: number): WriteValue =>
  (line, copy, today) =>
    copy.number(readDate(line, place, today));
const flag =
  (place: number, letter: string): WriteValue =>
  (line, copy) =>
    copy.boolean(
      line.end(place) - line.start(place) === 1 &&
        line.bytes[line.start(place)] === letter.charCodeAt(0),
    );

const writeFirstPhone: WriteValue = (line, copy) =>
  copy.number(readPhone(line, 21, 22) ?? readPhone(line, 23, 24));

/** Null if it equals the first one, or moved to its place. */
const writeSecondPhone: WriteValue = (line, copy) => {
  const first = readPhone(line, 21, 22);
  const second = readPhone(line, 23, 24);
  copy.number(first === null || first === second ? null : second);
};

const writeEmail: WriteValue = (line, copy) => {
  const email = readEmail(line, 27);
  if (email === null) copy.null();
  else copy.text(email);
};

/** Names that contain documents are so rare that strings are fast enough. */
const writeLegalName: WriteValue = (line, copy) => {
  if (hasDigitAtEnd(line, 1)) copy.text(maskCpf(readText(line, 1)));
  else writeText(line, 1, copy, "");
};

const writeFoldedLegalName: WriteValue = (line, copy) => {
  if (hasDigitAtEnd(line, 1))
    copy.text(foldCompanyName(removeDocuments(maskCpf(readText(line, 1)))));
  else writeFolded(line, 1, copy);
};

const NO_CPF = "***000000**";

/** A CNPJ, or the middle digits of a CPF. Partners from abroad have none. */
const writeDocument: WriteValue = (line, copy) => {
  if (line.text(3).trim() === NO_CPF) copy.null();
  else writeText(line, 3, copy);
};

const lookup: StagedKind = {
  refuse: (line) => (readCode(line, 0) === null ? "code" : null),
  columns: [
    ["code int", code(0)],
    ["label text", (line, copy) => writeText(line, 1, copy, "")],
  ],
};

/** Places are those of the official layout, from 0. */
export const STAGED: Record<RegistryFileKind, StagedKind> = {
  companies: {
    refuse: refuseBase,
    columns: [
      ["base text", bytes(0)],
      ["legal_name text", writeLegalName],
      ["folded_name text", writeFoldedLegalName],
      ["legal_nature smallint", code(2)],
      ["size smallint", code(5)],
      ["capital_cents bigint", (line, copy) => copy.number(readCapitalCents(line, 4))],
    ],
  },
  establishments: {
    refuse: refuseEstablishment,
    columns: [
      // The company.
      ["base text", bytes(0)],
      ["cnpj text", bytes(0, 1, 2)],
      ["is_headquarters boolean", flag(3, "1")],
      ["trade_name text", text(4)],
      ["folded_name text", (line, copy) => writeFolded(line, 4, copy)],
      ["status smallint", code(5)],
      ["status_on date", date(6)],
      ["status_reason smallint", code(7)],
      ["opened_on date", date(10)],
      ["cnae int", (line, copy) => copy.number(readActivity(line, 11))],
      ["secondary_cnaes int[]", (line, copy) => writeActivities(line, 12, copy)],
      ["street text", (line, copy) => writeJoined(line, 13, 14, copy)],
      ["number text", text(15)],
      ["complement text", text(16)],
      ["district text", text(17)],
      ["cep int", (line, copy) => copy.number(readCep(line, 18))],
      ["uf text", bytes(19)],
      // The Receita's own code, which is not the IBGE's.
      ["municipality_code int", code(20)],
      ["phone1 text", writeFirstPhone],
      ["phone2 text", writeSecondPhone],
      ["email text", writeEmail],
      ["country smallint", code(9)],
      ["foreign_city text", text(8)],
    ],
  },
  simples: {
    refuse: refuseBase,
    columns: [
      ["base text", bytes(0)],
      ["is_simples boolean", flag(1, "S")],
      ["is_mei boolean", flag(4, "S")],
    ],
  },
  partners: {
    refuse: refuseBase,
    columns: [
      ["base text", bytes(0)],
      ["name text", (line, copy) => writeText(line, 2, copy, "")],
      ["document text", writeDocument],
      ["role smallint", code(4)],
      ["since date", date(5)],
    ],
  },
  activities: lookup,
  reasons: lookup,
  municipalities: lookup,
  natures: lookup,
  countries: lookup,
  qualifications: lookup,
};
