import { strToU8, zipSync } from "fflate";

interface Sheet {
  name: string;
  /** `hidden` or `veryHidden`. */
  state?: string;
  /** `chartsheet` has no cells. */
  kind?: string;
  /** Texts; its name alone without any. */
  rows?: string[][];
}

/** The bytes of an .xlsx with these sheets. */
export function workbookOf(sheets: readonly Sheet[]): Uint8Array {
  const list = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" ${state ? `state="${state}"` : ""} r:id="rId${at}"/>`,
  );
  const links = sheets.map(
    ({ kind = "worksheet" }, at) =>
      `<Relationship Id="rId${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${kind}s/${at}.xml"/>`,
  );
  const parts = sheets.map(
    ({ name, kind = "worksheet", rows = [[name]] }, at): [string, Uint8Array] => [
      `xl/${kind}s/${at}.xml`,
      strToU8(`<${kind}><sheetData>${rows.map(toRow).join("")}</sheetData></${kind}>`),
    ],
  );
  return zipSync({
    "xl/workbook.xml": strToU8(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="r"><sheets>${list.join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(`<Relationships>${links.join("")}</Relationships>`),
    ...Object.fromEntries(parts),
  });
}

function toRow(cells: string[]): string {
  return `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
}
