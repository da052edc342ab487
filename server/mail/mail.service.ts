import { AppError } from "@/lib/errors";
import { afterCommit } from "@/server/db/transaction";
import { env } from "@/server/env";
import { enqueue } from "@/server/jobs/enqueue";
import { logger } from "@/server/logger";
import { seal, unseal } from "@/server/secrets";
import type { MailGateway } from "./mail.gateway";
import { sendMail } from "./mail.jobs";
import { toOutgoingMail } from "./mail.mapper";
import * as repository from "./mail.repository";
import { smtp } from "./mail.smtp";

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * 60_000;
/** Longer than an attempt can take: until then nobody else tries. */
const HOLD_MS = 60_000;
const AT_ONCE = 50;
const KEPT_DAYS = 30;
const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Writes a mail to the outbox in the running transaction, in place of what was waiting for the same person; a worker
 * sends it after the commit. `link` is kept sealed until it is sent.
 */
export async function queueMail(mail: {
  userId: number;
  kind: repository.MailKind;
  link: string;
  expiresAt: Date;
}): Promise<void> {
  const { link, ...rest } = mail;
  await repository.abandonMailsOf(mail.userId);
  const mailId = await repository.createMail({ ...rest, sealedLink: seal(link) });
  afterCommit(() => void enqueue(sendMail, { mailId, attempt: 0 }));
}

/** How many mails of a kind this person was sent, or is to be sent, in the last hour. */
export function countRecentMails(userId: number, kind: repository.MailKind): Promise<number> {
  return repository.countRecentMails(userId, kind);
}

/** One attempt. What failed is taken up by the sweep: later each time, and at most ten times in all. */
export async function deliverMail(mailId: number): Promise<undefined> {
  const row = await repository.claimMail(mailId, new Date(Date.now() + HOLD_MS));
  if (!row) return;
  const link = unseal(row.sealed_link);
  const outcome =
    link === null
      ? { ok: false as const, final: true, detail: "sealed under another key" }
      : await mailServer().send(toOutgoingMail(row, link, new URL(env.APP_URL).hostname));
  if (outcome.ok) {
    await repository.markSent(mailId);
    return;
  }
  logger.warn({ mailId, attempts: row.attempts, detail: outcome.detail }, "mail not sent");
  const nextAttemptAt = new Date(Date.now() + retryDelayMs(row.attempts));
  const over = row.attempts >= repository.MAX_ATTEMPTS || nextAttemptAt >= row.expires_at;
  if (outcome.final || over) await repository.markFailed(mailId);
  else await repository.scheduleMail(mailId, nextAttemptAt);
}

/** Re-enqueues the mails whose time has come, and gives up those whose time is over. */
export async function sweepMails(): Promise<void> {
  await repository.abandonHopelessMails();
  for (const { id, attempts } of await repository.findMailsDue(AT_ONCE)) {
    await enqueue(sendMail, { mailId: id, attempt: attempts });
  }
}

/** Mails long sent or given up. */
export function forgetOldMails(): Promise<void> {
  return repository.deleteOldMails(KEPT_DAYS, FORGOTTEN_AT_ONCE);
}

function retryDelayMs(attempts: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

/** The mail server this installation is configured for. @throws AppError unavailable when none is */
function mailServer(): MailGateway {
  if (!env.SMTP_URL) throw new AppError("unavailable", "Nenhum servidor de e-mail configurado.");
  return smtp(env.SMTP_URL, env.MAIL_FROM);
}
