/** A time after which rows go. */
export interface Duration {
  readonly years?: number;
  readonly days?: number;
  readonly minutes?: number;
}

/** Rows that are deleted as soon as a time in them is old enough. */
export interface Trim {
  /** The column with that time. A test sees that an index finds them. */
  readonly since: string;
  /** Left out where the column itself says the end. */
  readonly after?: Duration;
  /** Rows of one statement: few where each takes many others along. */
  readonly atOnce?: number;
  /** SQL: the other rows stay, however old. */
  readonly only?: string;
  /** What is said of it to users on the page about privacy; `howLong` where the duration alone would not be true. */
  readonly told?: { readonly what: string; readonly howLong?: string };
}

/** What is known of a table besides its columns. */
export interface Table {
  /** The folder of server/ whose repositories write it; null where only triggers do. */
  readonly writer: string | null;
  /**
   * The column with the id of the account, or of its WhatsApp connection, whose rows these are: "owner_id" unless said
   * otherwise. Null where the rows belong to the installation.
   */
  readonly owner?: "user_id" | "instance_id" | null;
  /** The rows belong to people of the account: `owner` names the person. */
  readonly ofPeople?: true;
  /** What the table's file in the account's archive contains, for the user. */
  readonly file?: string;
  /** Columns left out of that file: secrets, and internal ones. */
  readonly without?: readonly string[];
  /** Why an account's table has no file, for the user. */
  readonly noFile?: string;
  /** Rows that stay after the deletion of an account that paid, for as long as the law requires. */
  readonly byLaw?: true;
  readonly trims?: readonly Trim[];
  /** The duty that deletes old rows by a rule of its own. */
  readonly duty?: string;
  /** Why rows of the installation may stay for good. */
  readonly kept?: string;
  /** Rows of the installation that name accounts, by their ids alone, and outlive them. */
  readonly outlives?: true;
  /**
   * What becomes of its rows when their lead is merged into another one: they move to it, or it takes what it does not
   * have yet.
   */
  readonly merged?: "moved" | "joined";
  /**
   * Why a number, an e-mail address or a chat's id in it is nothing that an erasure of a person must treat. Where it is
   * missing, the erasure's functions name the table.
   */
  readonly noPerson?: string;
}

/** Internal columns of rows that workers lease. */
export const LEASE = ["lease_no", "lease_until", "resume_at", "attempts"] as const;
export const MACHINERY = "Serve só ao funcionamento do sistema.";
export const SECRET = "Guarda só segredos, que ninguém deve levar em um arquivo.";
export const COPY =
  "É uma cópia por alguns dias, para desfazer, do que já está nos outros arquivos.";

/** The name of the duty that deletes a table's old rows. */
export function getTrimmingDuty(table: string): string {
  return `trim ${table}`;
}
