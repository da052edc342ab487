import { paths } from "@/lib/paths";
import { afterCommit } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { seal, unseal } from "@/server/platform/secrets";
import { sendMail } from "./mail.jobs";
import * as repository from "./mail.repository";

export type { AccessMailKind } from "./mail.repository";

const NOTICE_DAYS = 7;

interface NewMail<Kind> {
  userId: number;
  kind: Kind;
  link: string;
  /** After this time it is not sent any more. */
  expiresAt: Date;
}

/** Queues a mail whose link opens the account, replacing the unsent ones of this kind. Otherwise like enqueueNotice. */
export async function enqueueMail(mail: NewMail<repository.AccessMailKind>): Promise<void> {
  await repository.cancelAccessMails(mail.userId);
  await enqueueNotice(mail);
}

/** Queues a mail in the current transaction; a worker sends it after the commit. `link` is encrypted until then. */
export async function enqueueNotice(mail: NewMail<repository.MailKind>): Promise<void> {
  const { link, ...rest } = mail;
  const mailId = await repository.createMail({ ...rest, sealedLink: seal(link, placeOf(rest)) });
  afterCommit(() => void enqueue(sendMail, { id: mailId, leaseNo: 0 }));
}

/** The link of a mail that waits; null when it cannot be read. */
export function readLink(mail: repository.WaitingMailRow): string | null {
  return unseal(mail.sealed_link, placeOf({ userId: mail.user_id, kind: mail.kind }));
}

function placeOf({ userId, kind }: { userId: number; kind: repository.MailKind }): string {
  return `mails.sealed_link ${userId} ${kind}`;
}

/** Call for a deactivated account. */
export function cancelMailsOf(userId: number): Promise<void> {
  return repository.cancelMails(userId);
}

/**
 * Notifies an account's owner of an event of the account, like enqueueNotice. The link leads to a screen of the
 * profile.
 */
export function notifyOwner(
  userId: number,
  kind: repository.NoticeKind,
  path: string = paths.profile,
): Promise<void> {
  return enqueueNotice({
    userId,
    kind,
    link: new URL(path, env.APP_URL).toString(),
    expiresAt: new Date(Date.now() + NOTICE_DAYS * 86_400_000),
  });
}

/** Mails of a kind sent or queued for this user in the last `hours`. Call inside the transaction that may add one. */
export function countRecentMails(
  userId: number,
  kind: repository.MailKind,
  hours = 1,
): Promise<number> {
  return repository.countRecentMails(userId, kind, hours);
}
