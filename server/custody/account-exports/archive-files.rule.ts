import { ACCOUNTS_TABLES } from "@/lib/domain/custody/tables/tables";

/** Tables that have a file in the archive, with a description. */
export const ARCHIVED_TABLES = ACCOUNTS_TABLES.flatMap(
  ({ name, owner, ofPeople = false, file, without }) =>
    file === undefined ? [] : [{ name, owner, ofPeople, means: file, without: without ?? [] }],
);

const MAX_NAME = 100;
const EXTENSION: Record<string, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "video/mp4": ".mp4",
  "audio/ogg": ".ogg",
  "audio/mpeg": ".mp3",
  "audio/mp4": ".m4a",
  "application/pdf": ".pdf",
};

/** A name that stays in its folder even if a stranger chose the file's name, and that every system can unpack. */
export function toArchivedName(
  folder: string,
  file: { id: number; file_name: string | null; mime: string | null },
): string {
  const given = file.file_name?.normalize("NFC").replace(/[\p{C}\\/:*?"<>|]/gu, "_") ?? "";
  const name = given.slice(-MAX_NAME).replace(/^[.\s]+/, "");
  return name === ""
    ? `${folder}/${file.id}${EXTENSION[file.mime ?? ""] ?? ""}`
    : `${folder}/${file.id}-${name}`;
}

interface Contents {
  sheets: readonly { name: string; means: string }[];
  /** Into how many parts each table's file was divided. */
  parts: ReadonlyMap<string, number>;
  files: number;
  /** Files that did not fit, or that the store had lost. */
  leftOut: number;
  madeAt: string;
}

/** The text that says what each file is. */
export function describeArchive({ sheets, parts, files, leftOut, madeAt }: Contents): string {
  const lines = [
    "OS DADOS DA SUA CONTA NO GARIMPO",
    `Reunidos em ${madeAt}, horário de São Paulo.`,
    "",
    "PLANILHAS (pasta planilhas): abrem no Excel, no LibreOffice e no Google Planilhas.",
    ...sheets.map(({ name, means }) => `  ${name}.csv: ${means}.`),
    "",
    "DADOS COMPLETOS (pasta dados): para programas. Cada linha de um arquivo é um registro em JSON.",
    "  conta.json: O seu cadastro, sem a senha.",
    ...ARCHIVED_TABLES.map(
      ({ name, means }) =>
        `  ${name}.jsonl: ${means}.${(parts.get(name) ?? 1) > 1 ? ` Dividido em ${parts.get(name)} arquivos.` : ""}`,
    ),
    "",
    `ARQUIVOS (pasta arquivos): ${files} das conversas e das respostas prontas.`,
    ...(leftOut > 0
      ? [
          `  ${leftOut} não couberam ou não existem mais: estão em arquivos-de-fora.csv. Os que existem continuam nas conversas.`,
        ]
      : []),
    "",
    "O QUE NÃO ESTÁ AQUI: senhas, códigos, tokens e chaves, que são segredos; e o que serve só ao sistema:",
    ...ACCOUNTS_TABLES.flatMap(({ name, noFile }) => (noFile ? [`  ${name}: ${noFile}`] : [])),
  ];
  return `\ufeff${lines.join("\r\n")}\r\n`;
}
