/** Limits of an import file and states of an import; used by the contract, the service and the screen. */

export const IMPORT_MAX_BYTES = 20_000_000;
export const IMPORT_MAX_ROWS = 200_000;
export const IMPORT_MAX_COLUMNS = 100;
/** In all rows together. */
export const IMPORT_MAX_CELLS = 5_000_000;
/** Excel's own limit. */
export const IMPORT_MAX_CELL_LENGTH = 32_767;

export const IMPORT_MODES = ["skip", "update"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const IMPORT_STATUSES = [
  ...(["uploaded", "processing", "completed", "stopped", "error"] as const),
  ...(["undoing", "undone"] as const),
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** What the reader found in a file, besides its rows. */
export interface FileReading {
  /** Places of the columns in which dates have their month first. */
  month_first?: number[];
  /** Of a workbook that shows more than one: the names of its sheets. */
  sheets?: string[];
  /** Rows with values that the sheet hides, and whether they were left out. */
  hidden_rows?: number;
  hidden_left_out?: boolean;
}

/** A row of a file: its line (CSV) or row number (spreadsheet), and its cells. */
export interface FileRow {
  line: number;
  cells: string[];
  /** Why the row cannot be read. */
  broken?: string;
}
