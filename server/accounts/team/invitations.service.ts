import { randomBytes } from "node:crypto";
import type { NewInvitation } from "@/lib/contracts/accounts/team";
import { describeSeats, getSeats } from "@/lib/domain/plans/seats";
import { AppError } from "@/lib/errors";
import { INVITATION_PARAMETER, paths } from "@/lib/paths";
import { hashPassword } from "@/server/accounts/users/password.service";
import { findAccountOfEmail, lockSeats } from "@/server/accounts/users/people.repository";
import { addPerson } from "@/server/accounts/users/people.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { holdSession } from "@/server/platform/held-sessions/held-sessions.service";
import { enqueueNotice, notifyOwners } from "@/server/platform/mail/mail.service";
import { hashToken } from "@/server/platform/secrets";
import * as repository from "./invitations.repository";
import { readOwnRole, refuseOverRole } from "./team.service";

const DAYS = 7;

export async function listInvitations({ ownerId }: Actor) {
  return { invitations: await repository.findInvitations(ownerId) };
}

/**
 * Mails an invitation; the account's earlier one to this e-mail, and its mail if that waits, end.
 * @throws AppError email_taken; quota_reached; forbidden for a role above the actor's own
 */
export async function invite(actor: Actor, { role, ...to }: NewInvitation) {
  const email = to.email.toLowerCase();
  const token = randomBytes(32).toString("base64url");
  const link = new URL(paths.invitation, env.APP_URL);
  link.searchParams.set(INVITATION_PARAMETER, token);
  const invitation = await transaction(async () => {
    await holdSession(actor);
    await refuseWithoutSeat(actor.ownerId, email);
    const own = await readOwnRole(actor);
    refuseOverRole(own, role);
    const before = await repository.findInvitedRole(actor.ownerId, email);
    if (before !== null) refuseOverRole(own, before);
    await refuseKnownEmail(actor.ownerId, email);
    const mailId = await enqueueNotice({
      personId: actor.personId,
      kind: "invitation",
      link: link.toString(),
      expiresAt: new Date(Date.now() + DAYS * 86_400_000),
    });
    const row = await repository.upsertInvitation({
      ownerId: actor.ownerId,
      email,
      role,
      tokenHash: hashToken(token),
      invitedBy: actor.personId,
      mailId,
      days: DAYS,
    });
    await recordAction(actor, "person_invited", { name: email });
    return row;
  });
  return { invitation };
}

/** @throws AppError not_found; forbidden for one to a role above the actor's own */
export async function revokeInvitation(actor: Actor, id: number): Promise<{ success: true }> {
  await transaction(async () => {
    const gone = await repository.deleteInvitation(actor.ownerId, id);
    if (!gone) throw new AppError("not_found", "Este convite já não existe.");
    refuseOverRole(await readOwnRole(actor), gone.role);
    await recordAction(actor, "invitation_revoked", { name: gone.email });
  });
  return { success: true };
}

/** What a link offers. @throws AppError invalid_input */
export async function readInvitation(token: string) {
  const open = await repository.findOpenInvitation(hashToken(token));
  if (!open) throw invalidTokenError();
  return open;
}

/**
 * Adds the holder of the invited mailbox to the account; the link is used up.
 * @throws AppError invalid_input for a link that opens nothing; email_taken; quota_reached
 */
export async function join(joining: {
  token: string;
  name: string;
  password: string;
}): Promise<{ email: string }> {
  const tokenHash = hashToken(joining.token);
  // Checked first: an invalid token must not cost a password hash.
  const { owner_id: ownerId } = await readInvitation(joining.token);
  const passwordHash = await hashPassword(joining.password, joining.token);
  return transaction(async () => {
    const seats = await lockSeats(ownerId);
    const taken = await repository.takeInvitation(tokenHash);
    if (!taken || !seats) throw invalidTokenError();
    if (seats.used >= getSeats(seats.plan, seats.seats)) {
      throw new AppError(
        "quota_reached",
        "Todos os lugares desta equipe já estão ocupados. Fale com quem convidou você.",
      );
    }
    const { email, role } = taken;
    const personId = await addPerson({ ownerId, role, name: joining.name, email, passwordHash });
    await recordAction({ ownerId, personId }, "person_joined", { name: joining.name });
    await notifyOwners(ownerId, "person_joined", paths.team);
    return { email };
  });
}

async function refuseWithoutSeat(ownerId: OwnerId, email: string): Promise<void> {
  const seats = await lockSeats(ownerId);
  if (!seats) throw new AppError("not_found");
  const total = getSeats(seats.plan, seats.seats);
  const promised = await repository.countOpenInvitations(ownerId, email);
  if (seats.used + promised >= total)
    throw new AppError("quota_reached", describeSeats(total, seats.plan));
}

async function refuseKnownEmail(ownerId: OwnerId, email: string): Promise<void> {
  const known = await findAccountOfEmail(email);
  if (known === null) return;
  const sentence =
    known === ownerId
      ? "Esta pessoa já está na equipe."
      : "Este e-mail já entra em outra conta do Garimpo. Convide a pessoa em outro e-mail.";
  throw new AppError("email_taken", sentence, { fields: { email: sentence } });
}

function invalidTokenError() {
  const sentence = "Convite inválido ou vencido.";
  return new AppError("invalid_input", sentence, { fields: { token: sentence } });
}

/** For a restored backup: links that were used, or taken back, since are valid again in it. Joins the current transaction. */
export function revokeAllInvitations(): Promise<void> {
  return repository.deleteAllInvitations();
}
