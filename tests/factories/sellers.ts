import type { Visibility } from "@/lib/domain/accounts/visibility";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { execute, raw, sql } from "@/server/platform/db/sql";
import { buildLead } from "./leads";
import { buildMember, buildUser, signIn, type TestUser } from "./users";

/** Whose a row is, to the seller. */
export const WHOSE = ["mine", "nobody's", "a colleague's"] as const;
export type Whose = (typeof WHOSE)[number];

/** What a seller sees who does not see all. */
export const NARROWED: readonly (readonly [Visibility, readonly Whose[]])[] = [
  ["own_and_unassigned", ["mine", "nobody's"]],
  ["own", ["mine"]],
];

export interface Team {
  owner: TestUser;
  seller: TestUser;
  colleague: PersonId;
  people: Record<Whose, PersonId | null>;
}

/** An account of this visibility, one of its sellers, and a colleague of theirs. */
export async function buildTeam(
  visibility: Visibility,
  options: Parameters<typeof buildUser>[0] = {},
): Promise<Team> {
  const owner = await buildUser(options);
  await execute(sql`UPDATE accounts SET visibility = ${visibility} WHERE id = ${owner.id}`);
  const personId = await buildMember(owner.id, undefined, "seller");
  const seller = { ...owner, personId, ...(await signIn(personId)) };
  const colleague = await buildMember(owner.id, undefined, "seller");
  return {
    owner,
    seller,
    colleague,
    people: { mine: personId, "nobody's": null, "a colleague's": colleague },
  };
}

/** Gives one row to a person, or to nobody. */
export async function give(
  table: "leads" | "conversations" | "tasks" | "campaigns",
  id: number,
  to: PersonId | null,
): Promise<void> {
  const column = raw(table === "leads" || table === "conversations" ? "seller_id" : "person_id");
  await execute(sql`UPDATE ${raw(table)} SET ${column} = ${to}::int WHERE id = ${id}`);
}

/** A lead of a seller, or of nobody. */
export async function buildLeadOf(
  ownerId: OwnerId,
  sellerId: PersonId | null,
  lead: Parameters<typeof buildLead>[1] = {},
) {
  const built = await buildLead(ownerId, lead);
  await give("leads", built.id, sellerId);
  return built;
}
