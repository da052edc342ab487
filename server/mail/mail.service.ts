import { afterCommit } from "@/server/db/transaction";
import { enqueue } from "@/server/jobs/enqueue";
import { seal } from "@/server/secrets";
import { sendMail } from "./mail.jobs";
import * as repository from "./mail.repository";

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
  afterCommit(() => void enqueue(sendMail, { id: mailId, leaseNo: 0 }));
}

/** How many mails of a kind this person was sent, or is to be sent, in the last hour. */
export function countRecentMails(userId: number, kind: repository.MailKind): Promise<number> {
  return repository.countRecentMails(userId, kind);
}

/** Mails long sent or given up. */
export function forgetOldMails(): Promise<void> {
  return repository.deleteOldMails(KEPT_DAYS, FORGOTTEN_AT_ONCE);
}
