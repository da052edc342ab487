import type { Role } from "@/lib/domain/accounts/roles";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";

interface InvitationRow {
  id: number;
  email: string;
  role: Role;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

/** An invitation that its link opens now. */
interface OpenInvitation {
  id: number;
  owner_id: OwnerId;
  email: string;
  role: Role;
  invited_by: string;
  business_name: string | null;
}

/** More than any account invites: those that nobody accepts go by themselves. */
const LISTED = 1_000;

function listed(condition: Sql): Sql {
  return sql`SELECT i.id, i.email, i.role, u.name AS invited_by, i.created_at, i.expires_at
    FROM account_invitations i JOIN users u ON u.id = i.invited_by WHERE ${condition}
    ORDER BY i.created_at DESC, i.id DESC LIMIT ${LISTED}`;
}

export function findInvitations(ownerId: OwnerId): Promise<InvitationRow[]> {
  return rows(listed(sql`i.owner_id = ${ownerId}`));
}

/** Open invitations to other e-mails: each is promised a seat. */
export function countOpenInvitations(ownerId: OwnerId, butEmail: string): Promise<number> {
  return prisma.accountInvitation.count({
    where: { owner_id: ownerId, email: { not: butEmail }, expires_at: { gt: new Date() } },
  });
}

/** The role of the account's invitation to this e-mail; null when there is none. */
export async function findInvitedRole(ownerId: OwnerId, email: string): Promise<Role | null> {
  const row = await prisma.accountInvitation.findFirst({
    where: { owner_id: ownerId, email },
    select: { role: true },
  });
  return row && (row.role as Role);
}

/** Takes the place of the account's earlier invitation to this e-mail, whose mail is not sent any more. */
export async function upsertInvitation(invitation: {
  ownerId: OwnerId;
  email: string;
  role: Role;
  tokenHash: Buffer;
  invitedBy: PersonId;
  mailId: number;
  days: number;
}): Promise<InvitationRow> {
  const { ownerId, email, role, tokenHash, invitedBy, mailId, days } = invitation;
  await execute(
    sql`INSERT INTO account_invitations AS i (owner_id, email, role, token_hash, invited_by, mail_id, expires_at)
        VALUES (${ownerId}, ${email}, ${role}, ${tokenHash}, ${invitedBy}, ${mailId},
                now() + make_interval(days => ${days}))
        ON CONFLICT (owner_id, email) DO UPDATE
        SET role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
            mail_id = excluded.mail_id, created_at = now(), expires_at = excluded.expires_at`,
  );
  const row = await firstRow<InvitationRow>(
    listed(sql`i.owner_id = ${ownerId} AND i.email = ${email}`),
  );
  if (!row) throw new Error("The invitation was not stored.");
  return row;
}

/** Returns what is gone; null when there is none. */
export function deleteInvitation(
  ownerId: OwnerId,
  id: number,
): Promise<{ email: string; role: Role } | null> {
  return firstRow(
    sql`DELETE FROM account_invitations WHERE owner_id = ${ownerId} AND id = ${id} RETURNING email, role`,
  );
}

/** Those to one of these roles. */
export async function deleteInvitationsBy(
  ownerId: OwnerId,
  invitedBy: PersonId,
  roles: readonly Role[],
): Promise<void> {
  await prisma.accountInvitation.deleteMany({
    where: { owner_id: ownerId, invited_by: invitedBy, role: { in: [...roles] } },
  });
}

/** Null for a link that is unknown, used, replaced, taken back or over, or to an account that nobody may come into. */
export function findOpenInvitation(tokenHash: Buffer): Promise<OpenInvitation | null> {
  return firstRow(
    sql`SELECT i.id, i.owner_id, i.email, i.role, u.name AS invited_by, a.business_name
        FROM account_invitations i JOIN accounts a ON a.id = i.owner_id JOIN users u ON u.id = i.invited_by
        WHERE i.token_hash = ${tokenHash} AND i.expires_at > now() AND a.is_active AND a.deletion_at IS NULL`,
  );
}

/** Of several calls with one link, one alone gets its invitation. */
export function takeInvitation(tokenHash: Buffer): Promise<{ email: string; role: Role } | null> {
  return firstRow(
    sql`DELETE FROM account_invitations i USING accounts a
        WHERE i.token_hash = ${tokenHash} AND i.expires_at > now() AND a.id = i.owner_id
          AND a.is_active AND a.deletion_at IS NULL
        RETURNING i.email, i.role`,
  );
}

/** Returns how many there were. */
export async function deleteInvitationsOf(ownerId: OwnerId): Promise<number> {
  return (await prisma.accountInvitation.deleteMany({ where: { owner_id: ownerId } })).count;
}

/** For all accounts: a restored backup contains links that were used, or taken back, since. */
export async function deleteAllInvitations(): Promise<void> {
  await prisma.accountInvitation.deleteMany({});
}
