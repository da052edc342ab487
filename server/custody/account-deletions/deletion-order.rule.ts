import { type AccountTable, ERASED_TABLES } from "@/lib/domain/custody/tables/tables";

/** A table whose rows refer to rows of another one. */
export interface Reference {
  readonly child: string;
  readonly parent: string;
}

/** References that a trigger keeps, without a foreign key. */
const BY_TRIGGER: readonly Reference[] = [{ child: "leads", parent: "stages" }];

/**
 * The tables of accounts in the order in which an account's rows are deleted: none before a table that refers to it.
 * Tables that triggers write come last, since deleting the others writes to them.
 * @throws Error where tables refer to each other in a circle
 */
export function orderForDeletion(references: readonly Reference[]): AccountTable[] {
  const all = [...references, ...BY_TRIGGER];
  const refers = (child: AccountTable, parent: AccountTable) =>
    all.some((each) => each.child === child.name && each.parent === parent.name) ||
    // Its rows are found by their connection.
    (child.owner === "instance_id" && parent.name === "whatsapp_instances");
  const left = ERASED_TABLES.filter(({ writer }) => writer !== null);
  const ordered: AccountTable[] = [];
  while (left.length > 0) {
    const next = left.findIndex(
      (table) => !left.some((other) => other !== table && refers(other, table)),
    );
    if (next === -1) throw new Error(`${left.map(({ name }) => name).join()} refer to each other`);
    ordered.push(...left.splice(next, 1));
  }
  return [...ordered, ...ERASED_TABLES.filter(({ writer }) => writer === null)];
}
