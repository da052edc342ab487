import { ACCOUNT_TABLES } from "./accounts";
import { BILLING_TABLES } from "./billing";
import { CAMPAIGN_TABLES } from "./campaigns";
import { DISCOVERY_TABLES } from "./discovery";
import { INTEGRATION_TABLES } from "./integrations";
import { LEAD_TABLES } from "./leads";
import { MESSAGING_TABLES } from "./messaging";
import { PLATFORM_TABLES } from "./platform";
import { PRIVACY_TABLES } from "./privacy";
import type { Table } from "./table";

const ALL = {
  ...ACCOUNT_TABLES,
  ...PLATFORM_TABLES,
  ...PRIVACY_TABLES,
  ...BILLING_TABLES,
  ...LEAD_TABLES,
  ...DISCOVERY_TABLES,
  ...MESSAGING_TABLES,
  ...CAMPAIGN_TABLES,
  ...INTEGRATION_TABLES,
};
export type TableName = keyof typeof ALL;

/**
 * The register of tables: who writes each, whose its rows are, what an archive contains, how long rows stay, and what
 * follows a merged lead. Everything that treats all tables reads it here; tests compare it with the database.
 */
export const TABLES: Readonly<Record<TableName, Table>> = ALL;

const entries = Object.entries(TABLES) as [TableName, Table][];

export interface AccountTable extends Omit<Table, "owner"> {
  readonly name: TableName;
  readonly owner: "owner_id" | "user_id" | "instance_id";
}

/** Tables whose rows belong to accounts. */
export const ACCOUNTS_TABLES: readonly AccountTable[] = entries.flatMap(([name, table]) =>
  table.owner === null ? [] : [{ ...table, name, owner: table.owner ?? "owner_id" }],
);

/** Those whose rows are deleted with their account. */
export const ERASED_TABLES = ACCOUNTS_TABLES.filter(({ byLaw }) => !byLaw);
