import type { AppError } from "@/lib/errors";
import { fileError } from "./file-error";
import type { WorkbookParts } from "./workbook-parts";

/** Excel's own names have at most 31 letters. */
const MAX_NAME_LENGTH = 100;

interface ListedSheet {
  /** Id of its relationship. */
  id: string;
  /** On its tab. */
  name: string;
  isHidden: boolean;
}

/** The sheets in the order of their tabs, and how dates are counted. */
export async function readWorkbook(parts: WorkbookParts) {
  if (!parts.has("xl/workbook.xml")) throw notWorkbookError();
  const sheets: ListedSheet[] = [];
  let epoch1904 = false;
  await parts.parseDescription("xl/workbook.xml", {
    open(name, attributes) {
      if (name === "workbookPr") epoch1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const id = Object.keys(attributes).find((attribute) => attribute.endsWith(":id"));
      const isHidden = ["hidden", "veryHidden"].includes(attributes["state"] ?? "");
      const title = (attributes["name"] ?? "").replaceAll("\0", "").slice(0, MAX_NAME_LENGTH);
      sheets.push({ id: attributes[id ?? ""] ?? "", name: title, isHidden });
    },
  });
  return { sheets, epoch1904 };
}

export interface SheetPart {
  part: string;
  name: string;
}

/** The sheets of cells that are not hidden, or all of them where all are. */
export async function listSheets(
  parts: WorkbookParts,
  sheets: readonly ListedSheet[],
): Promise<SheetPart[]> {
  const targets = new Map<string, string>();
  await parts.parseDescription("xl/_rels/workbook.xml.rels", {
    open(name, { Id: id = "", Type: type = "/worksheet", Target: target = "" }) {
      // A sheet may contain a chart instead of cells.
      if (name !== "Relationship" || !type.endsWith("/worksheet") || targets.has(id)) return;
      targets.set(id, target.startsWith("/") ? target.slice(1) : `xl/${target}`);
    },
  });
  const ofCells = sheets.filter(({ id }) => targets.has(id));
  const seen = ofCells.filter(({ isHidden }) => !isHidden);
  const listed = (seen.length > 0 ? seen : ofCells.slice(0, 1)).flatMap(({ id, name }) => {
    const part = targets.get(id) ?? "";
    return parts.has(part) ? [{ part, name }] : [];
  });
  const only = "xl/worksheets/sheet1.xml";
  return ofCells.length === 0 && parts.has(only) ? [{ part: only, name: "" }] : listed;
}

export function notWorkbookError(): AppError {
  return fileError("O arquivo não é uma planilha que se possa ler.");
}
