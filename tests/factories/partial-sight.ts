import type { Visibility } from "@/lib/domain/accounts/visibility";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead } from "./leads";
import { buildMember, buildUser, signIn, type TestUser } from "./users";

/** An account of this visibility with a seller, who is signed in, and a colleague of theirs. */
export async function buildTeam(
  visibility: Visibility,
  options: Parameters<typeof buildUser>[0] = {},
) {
  const owner = await buildUser(options);
  await execute(sql`UPDATE accounts SET visibility = ${visibility} WHERE id = ${owner.id}`);
  const personId = await buildMember(owner.id, undefined, "seller");
  const seller: TestUser = { ...owner, personId, ...(await signIn(personId)) };
  return { owner, seller, colleague: await buildMember(owner.id, undefined, "seller") };
}

/** A lead of a seller, or of nobody. */
export async function buildLeadOf(
  ownerId: OwnerId,
  sellerId: PersonId | null,
  lead: Parameters<typeof buildLead>[1] = {},
) {
  const built = await buildLead(ownerId, lead);
  await execute(sql`UPDATE leads SET seller_id = ${sellerId} WHERE id = ${built.id}`);
  return built;
}
