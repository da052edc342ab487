import { afterCommit } from "@/server/db/transaction";
import { enqueue } from "@/server/jobs/enqueue";
import { seal } from "@/server/secrets";
import { sendMail } from "./mail.jobs";
import * as repository from "./mail.repository";

const KEPT_DAYS = 30;
const MAX_DELETED = 1_000;

/**
 * Queues a mail in the current transaction, replacing the user's unsent ones; a worker sends it after the commit.
 * `link` is stored encrypted until it is sent.
 */
export async function enqueueMail(mail: {
  userId: number;
  kind: repository.MailKind;
  link: string;
  expiresAt: Date;
}): Promise<void> {
  const { link, ...rest } = mail;
  await repository.cancelUnsentMails(mail.userId);
  const mailId = await repository.createMail({ ...rest, sealedLink: seal(link) });
  afterCommit(() => void enqueue(sendMail, { id: mailId, leaseNo: 0 }));
}

/** Mails of a kind sent or queued for this user in the last hour. */
export function countRecentMails(userId: number, kind: repository.MailKind): Promise<number> {
  return repository.countRecentMails(userId, kind);
}

/** Deletes mails sent or given up long ago. */
export function deleteOldMails(): Promise<void> {
  return repository.deleteOldMails(KEPT_DAYS, MAX_DELETED);
}
