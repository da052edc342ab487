import { type OwnerId, type PersonId, personOfRow } from "@/server/platform/actor";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

/** Mails whose link opens the account: a newer one replaces the others. */
export type AccessMailKind = "password_reset" | "password_reset_issuer" | "welcome";
export type MailKind = AccessMailKind | NoticeKind | "billing_alert" | "invitation";
/** Notices of what happened; their link leads to the screen that shows it. */
export type NoticeKind =
  | "campaign_waits"
  | "radar_found"
  | "webhook_off"
  | "webhook_added"
  | "api_token_added"
  | "password_changed"
  | "second_factor_on"
  | "second_factor_off"
  | "recovery_code_used"
  | "passkey_added"
  | "passkey_removed"
  | "passkey_copied"
  | "ways_removed"
  | "identity_linked"
  | "identity_unlinked"
  | "issuer_required_on"
  | "issuer_required_off"
  | "password_guessed"
  | "deletion_requested"
  | "deletion_tomorrow"
  | "export_ready"
  | "person_joined"
  | "team_week";

/** Matches the table's check constraint. */
const MAX_ATTEMPTS = 10;
/** First key of the advisory lock that keeps a bound on a user's mails exact. */
const MAILBOX_LOCK = 4007;

export interface WaitingMailRow {
  id: number;
  user_id: PersonId;
  kind: MailKind;
  sealed_link: string;
  expires_at: Date;
  name: string;
  email: string;
}

export async function createMail(mail: {
  personId: PersonId;
  kind: MailKind;
  sealedLink: string;
  expiresAt: Date;
}): Promise<number> {
  const { id } = await prisma.mail.create({
    data: {
      user_id: mail.personId,
      kind: mail.kind,
      sealed_link: mail.sealedLink,
      expires_at: mail.expiresAt,
    },
    select: { id: true },
  });
  return id;
}

/** Cancels this user's unsent mails with links that open the account. */
export async function cancelAccessMails(personId: PersonId): Promise<void> {
  await execute(
    sql`UPDATE mails SET failed_at = now(), sealed_link = NULL
        WHERE user_id = ${personId} AND kind IN ('password_reset', 'password_reset_issuer', 'welcome') AND sent_at IS NULL AND failed_at IS NULL`,
  );
}

/** Cancels all of this user's unsent mails. */
export async function cancelMails(ownerId: OwnerId): Promise<void> {
  await execute(
    sql`UPDATE mails SET failed_at = now(), sealed_link = NULL
        WHERE user_id IN (SELECT id FROM users WHERE account_id = ${ownerId}) AND sent_at IS NULL AND failed_at IS NULL`,
  );
}

/** The owners of an account who get its notices: those that are not suspended. */
export async function findOwners(ownerId: OwnerId): Promise<PersonId[]> {
  const owners = await prisma.user.findMany({
    where: { account_id: ownerId, role: "owner", suspended_at: null },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return owners.map(({ id }) => personOfRow(id));
}

/** Those of the last `hours`. Other transactions cannot count this user's mails until this one ends. */
export async function countRecentMails(
  personId: PersonId,
  kind: MailKind,
  hours: number,
): Promise<number> {
  await execute(sql`SELECT pg_advisory_xact_lock(${MAILBOX_LOCK}, ${personId})`);
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM mails
        WHERE user_id = ${personId} AND kind = ${kind} AND created_at > now() - make_interval(hours => ${hours})`,
  );
  return row?.count ?? 0;
}

export const mailLeases = leaseQueries({
  table: "mails",
  owner: "user_id",
  ofPerson: true,
  active: sql`sent_at IS NULL AND failed_at IS NULL`,
  stoppable: false,
  maxAttempts: MAX_ATTEMPTS,
  evenInactive: null,
  evenLeaving: true,
});

/**
 * Returns null when it was sent or cancelled. An invitation goes to whom it invites, in the name of who invites; without
 * an e-mail it was taken back, or a newer one took its place; what a team did is no longer for whoever does not lead it.
 */
export function findWaitingMail(
  mailId: number,
): Promise<(Omit<WaitingMailRow, "email"> & { email: string | null }) | null> {
  return firstRow(
    sql`SELECT m.id, m.user_id, m.kind, m.sealed_link, m.expires_at, u.name,
               CASE WHEN m.kind = 'invitation' THEN i.email
                    WHEN m.kind = 'team_week' AND (u.suspended_at IS NOT NULL OR u.role NOT IN ('owner', 'manager')) THEN NULL
                    ELSE u.email END AS email
        FROM mails m JOIN users u ON u.id = m.user_id LEFT JOIN account_invitations i ON i.mail_id = m.id
        WHERE m.id = ${mailId} AND m.sent_at IS NULL AND m.failed_at IS NULL`,
  );
}

/** Deletes the link as well. */
export async function markSent(mailId: number): Promise<void> {
  await execute(
    sql`UPDATE mails SET sent_at = now(), failed_at = NULL, sealed_link = NULL WHERE id = ${mailId}`,
  );
}

export async function markFailed(mailId: number): Promise<void> {
  await execute(
    sql`UPDATE mails SET failed_at = now(), sealed_link = NULL WHERE id = ${mailId} AND sent_at IS NULL`,
  );
}
