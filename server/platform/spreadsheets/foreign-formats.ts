import { WorkbookParts } from "./workbook-parts";

/** Files that cannot be read as a table, whatever their extension, each with a sentence on how to convert it. */

const PASSWORD = "A planilha tem senha. Abra-a, tire a senha e salve como .xlsx.";
const SAVE_AS = "Abra-o no Excel ou no LibreOffice e salve como .xlsx.";
const START_BYTES = 4_096;

const MARKS: [start: RegExp, sentence: string][] = [
  [/^%PDF-/, "Este é um PDF. Copie a tabela dele para uma planilha e salve como .xlsx."],
  [/^\{\\rtf/, `Este é um documento de texto, não uma planilha. ${SAVE_AS}`],
  [
    /^<\?xml[\s\S]{0,600}(?:progid="Excel\.Sheet"|<(?:ss:)?Workbook[\s>])/i,
    `Este é um XML do Excel 2003. ${SAVE_AS}`,
  ],
  [
    /^(?:<!--[\s\S]{0,600}?-->\s*)?<(?:!doctype html|html|head|meta|body|table|style|title)[\s>]/i,
    `Este arquivo é uma página da web com nome de planilha. ${SAVE_AS}`,
  ],
  [/^<\?xml\s/i, `Este é um XML, não uma planilha. ${SAVE_AS}`],
];

/** Why a file that is no current workbook cannot be read; null when it may be one, or a text. */
export function findForeignFormat(bytes: Uint8Array): string | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    // The streams of an old file are named in the text of its directory.
    const holds = (name: string) => file.includes(Buffer.from(name, "utf16le"));
    if (holds("EncryptedPackage")) return PASSWORD;
    if (holds("WordDocument")) return "Este é um documento do Word. Salve a tabela como .xlsx.";
    return "Este é um .xls antigo. Abra-o no Excel e salve como .xlsx ou CSV.";
  }
  const isWide = file[0] === 0xff && file[1] === 0xfe;
  const start = file.subarray(0, START_BYTES).toString(isWide ? "utf16le" : "latin1");
  const text = start.replace(/^(?:\ufeff|ï»¿)?\s*/, "");
  return MARKS.find(([mark]) => mark.test(text))?.[1] ?? null;
}

/** What a ZIP file is. @throws AppError invalid_input when it is not an intact one */
export async function findWorkbookKind(
  bytes: Uint8Array,
): Promise<"xlsx" | "ods" | { problem: string }> {
  const parts = await WorkbookParts.open(bytes);
  if (parts.has("xl/workbook.xml")) return "xlsx";
  if (parts.has("xl/workbook.bin")) {
    return { problem: `Este é um .xlsb, a planilha binária do Excel. ${SAVE_AS}` };
  }
  if (parts.has("Index/Document.iwa") || parts.has("Index.zip") || parts.has("index.apxl")) {
    return {
      problem:
        "Este é um arquivo do Numbers. Exporte-o para o Excel (Arquivo > Exportar) como .xlsx.",
    };
  }
  if (parts.has("word/document.xml")) {
    return { problem: "Este é um documento do Word. Salve a tabela como .xlsx." };
  }
  if (!parts.has("content.xml")) {
    return parts.has("xl/worksheets/sheet1.xml") || !parts.has("META-INF/manifest.xml")
      ? "xlsx"
      : { problem: `O arquivo não é uma planilha. ${SAVE_AS}` };
  }
  let isEncrypted = false;
  await parts.parseDescription("META-INF/manifest.xml", {
    open(name) {
      if (name === "encryption-data") isEncrypted = true;
    },
  });
  return isEncrypted ? { problem: PASSWORD } : "ods";
}
