import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COLUMNS, ROWS } from "./companies";

const HERE = import.meta.dirname;
const TIMEOUT_MS = 180_000;
const PACKAGES = ["exceljs@4.4.0", "xlsx@0.18.5"];

/** Writes the companies into a file of the folder, and returns its path; null where the program is not installed. */
type Writer = (folder: string) => string | null;

/** The programs of Debian's packages libreoffice-calc, gnumeric, python3-openpyxl, python3-xlsxwriter and libexcel-writer-xlsx-perl. */
export const WRITERS: Readonly<Record<string, Writer>> = {
  openpyxl: script("/usr/bin/python3", "write-openpyxl.py", ["-c", "import openpyxl"]),
  XlsxWriter: script("/usr/bin/python3", "write-xlsxwriter.py", ["-c", "import xlsxwriter"]),
  "Excel::Writer::XLSX": script("perl", "write-excel-writer.pl", ["-MExcel::Writer::XLSX", "-e1"]),
  exceljs: npmPackage("exceljs"),
  SheetJS: npmPackage("xlsx"),
  // These two open what another program wrote and save it again, as a person does.
  "LibreOffice (.xlsx)": (folder) => convert(folder, "xlsx"),
  "LibreOffice (.ods)": (folder) => convert(folder, "ods"),
  Gnumeric: (folder) => {
    const target = join(folder, "gnumeric.xlsx");
    return runs("ssconvert", ["--version"]) && run("ssconvert", [anyWorkbook(folder), target])
      ? target
      : null;
  },
};

export function writeCells(folder: string): void {
  writeFileSync(join(folder, "cells.json"), JSON.stringify([COLUMNS, ROWS]));
}

/** Reads a workbook, and writes its content as CSV: texts in quotes, numbers and days as plain numbers. */
export const READERS: Readonly<Record<string, (folder: string, path: string) => string | null>> = {
  LibreOffice(folder, path) {
    if (!runs("soffice", ["--version"])) return null;
    // Quotes around every text.
    const format = "csv:Text - txt - csv (StarCalc):59,34,76,1,,0,true,true,false";
    run("soffice", [...headless(folder), "--convert-to", format, "--outdir", folder, path]);
    return readFileSync(path.replace(/\.\w+$/, ".csv"), "utf8");
  },
  Gnumeric(folder, path) {
    if (!runs("ssconvert", ["--version"])) return null;
    const target = join(folder, "read.txt");
    const options = "separator=; format=raw quoting-on-whitespace=true";
    run("ssconvert", ["-T", "Gnumeric_stf:stf_assistant", "-O", options, path, target]);
    return readFileSync(target, "utf8");
  },
};

/** With a separate profile: the person's may be open. */
const headless = (folder: string) => [
  "--headless",
  `-env:UserInstallation=file://${join(folder, "profile")}`,
];

function script(program: string, file: string, check: string[]): Writer {
  return (folder) => {
    const target = join(folder, `${file.replace(/\.\w+$/, "")}.xlsx`);
    if (!runs(program, check)) return null;
    run(program, [join(HERE, file), join(folder, "cells.json"), target]);
    return target;
  };
}

/** A package of the registry, installed only in the folder. */
function npmPackage(name: string): Writer {
  return (folder) => {
    const modules = join(folder, "node_modules");
    if (!existsSync(modules)) {
      run("npm", ["install", "--prefix", folder, "--no-save", "--ignore-scripts", ...PACKAGES]);
    }
    const target = join(folder, `${name}.xlsx`);
    const file = join(HERE, "write-packages.cjs");
    const args = [file, name, join(folder, "cells.json"), target];
    execFileSync(process.execPath, args, {
      timeout: TIMEOUT_MS,
      env: { ...process.env, NODE_PATH: modules },
    });
    return target;
  };
}

function convert(folder: string, format: string): string | null {
  if (!runs("soffice", ["--version"])) return null;
  const into = join(folder, format);
  const source = anyWorkbook(folder);
  run("soffice", [...headless(folder), "--convert-to", format, "--outdir", into, source]);
  const [written] = readdirSync(into);
  return written === undefined ? null : join(into, written);
}

/** The file of the first program. */
function anyWorkbook(folder: string): string {
  const written = readdirSync(folder).find((name) => name.endsWith(".xlsx"));
  if (!written) throw new Error("No program wrote a workbook that could be opened.");
  return join(folder, written);
}

function runs(program: string, args: string[]): boolean {
  try {
    run(program, args);
    return true;
  } catch {
    return false;
  }
}

function run(program: string, args: string[]): boolean {
  execFileSync(program, args, { timeout: TIMEOUT_MS, stdio: "pipe" });
  return true;
}
