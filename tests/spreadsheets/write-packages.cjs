// Writes the companies with a package of npm. Arguments: the package's name, the JSON of the cells, the workbook.
const { readFileSync } = require("node:fs");

const [, , name, source, target] = process.argv;
const [columns, rows] = JSON.parse(readFileSync(source, "utf8"));
const toDate = (day) => new Date(`${day}T00:00:00Z`);
const toFormula = ({ link, value }) => `HYPERLINK("${link}","${value}")`;

async function writeExceljs() {
  const { Workbook } = require("exceljs");
  const book = new Workbook();
  const sheet = book.addWorksheet("Clientes");
  sheet.addRow(columns);
  for (const row of rows) {
    const added = sheet.addRow([]);
    for (const [at, cell] of row.entries()) {
      const to = added.getCell(at + 1);
      if (cell.kind === "hyperlink") to.value = { formula: toFormula(cell) };
      else if (cell.kind === "date") to.value = toDate(cell.value);
      else if (cell.link) to.value = { text: cell.value, hyperlink: cell.link };
      else to.value = cell.value;
      if (cell.kind === "number") to.numFmt = cell.format;
      if (cell.kind === "date") to.numFmt = "dd/mm/yyyy";
    }
  }
  await book.xlsx.writeFile(target);
}

function writeSheetjs() {
  const sheets = require("xlsx");
  const sheet = sheets.utils.aoa_to_sheet([columns]);
  const toCell = (cell) => {
    if (cell.kind === "hyperlink") return { t: "s", v: cell.value, f: toFormula(cell) };
    // Days since the last of 1899, as a workbook counts them.
    if (cell.kind === "date")
      return {
        t: "n",
        v: (toDate(cell.value) - Date.UTC(1899, 11, 30)) / 86_400_000,
        z: "dd/mm/yyyy",
      };
    if (cell.kind === "number") return { t: "n", v: cell.value, z: cell.format };
    if (cell.kind === "boolean") return { t: "b", v: cell.value };
    return { t: "s", v: cell.value, ...(cell.link && { l: { Target: cell.link } }) };
  };
  for (const [at, row] of rows.entries()) {
    for (const [place, cell] of row.entries()) {
      sheet[sheets.utils.encode_cell({ r: at + 1, c: place })] = toCell(cell);
    }
  }
  sheet["!ref"] = sheets.utils.encode_range({
    s: { r: 0, c: 0 },
    e: { r: rows.length, c: columns.length - 1 },
  });
  const book = sheets.utils.book_new();
  sheets.utils.book_append_sheet(book, sheet, "Clientes");
  sheets.writeFile(book, target);
}

if (name === "exceljs") void writeExceljs();
else writeSheetjs();
