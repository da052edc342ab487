import type { Role } from "@/lib/domain/accounts/roles";
import type { Plan } from "@/lib/domain/plans/plan";
import { env } from "./env";

/** The id of an account, to which leads, campaigns, plan and bills belong. Taken from a session or one of our rows, never from a request. */
export type OwnerId = number & { readonly __brand: "OwnerId" };

/**
 * The id of somebody who signs in: sessions, password, second factor, passkeys and mails are theirs. The person who
 * founded an account has the number of the account as theirs, so a mix-up of the two works for them alone.
 */
export type PersonId = number & { readonly __brand: "PersonId" };

/** What somebody sees who does not see all of an account: what is these people's, and perhaps nobody's. */
export interface Sight {
  readonly sellers: readonly PersonId[];
  readonly unassigned: boolean;
  /** Where it was counted: whether so little of the account is seen that it is found by whose it is. */
  readonly few?: boolean;
}

export interface Actor {
  readonly ownerId: OwnerId;
  readonly personId: PersonId;
  readonly sessionId: string;
  readonly role: Role;
  /** Which leads and conversations of the account they see; null for all. */
  readonly sight: Sight | null;
  readonly plan: Plan;
  readonly isAdmin: boolean;
  /** The account waits for its deletion: nothing of it may be changed. */
  readonly isLeaving?: true;
  /** The person proved a short while ago, in this session, that the account is theirs. */
  readonly isProved?: true;
  /** Id of the API token that the request used instead of a session. */
  readonly apiTokenId?: number;
}

/** Whom a query answers: an account, and how much of it. An actor is one. */
export type Reader = Pick<Actor, "ownerId" | "personId" | "sight">;

/** Work that no person asks for sees all. */
export interface Unasked {
  readonly ownerId: OwnerId;
  readonly sight: null;
}

/** Whose doing something is; no person's, where none asked for it. */
export interface Doer {
  readonly ownerId: OwnerId;
  readonly personId: PersonId | null;
}

/** From whom something passes, and to whom in turn; to nobody where it is empty. */
export interface PassedOn {
  readonly from: PersonId;
  readonly to: readonly PersonId[];
}

/** For jobs and webhooks: the owner is read from the row they concern. */
export function ownerOfRow(ownerId: number): OwnerId {
  return ownerId as OwnerId;
}

/** For rows that are a person's own. */
export function personOfRow(personId: number): PersonId {
  return personId as PersonId;
}

/** Who founded an account: its number is theirs. */
export function founderOf(ownerId: OwnerId): PersonId {
  return personOfRow(ownerId);
}

/** There is one administrator, a person; the ids 1 to 4 are never given to registered users. */
export function isAdminId(personId: PersonId): boolean {
  return personId === env.ADMIN_USER_ID;
}
