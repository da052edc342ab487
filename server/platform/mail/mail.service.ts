import { paths } from "@/lib/paths";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { afterCommit } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { seal, unseal } from "@/server/platform/secrets";
import { sendMail } from "./mail.jobs";
import * as repository from "./mail.repository";

export type { AccessMailKind } from "./mail.repository";

const NOTICE_DAYS = 7;

interface NewMail<Kind> {
  personId: PersonId;
  kind: Kind;
  link: string;
  /** What it says beside the words of its kind. */
  lines?: string;
  /** After this time it is not sent any more. */
  expiresAt: Date;
}

/** Queues a mail whose link opens the account, replacing the unsent ones of this kind. Otherwise like enqueueNotice. */
export async function enqueueMail(mail: NewMail<repository.AccessMailKind>): Promise<void> {
  await repository.cancelAccessMails(mail.personId);
  await enqueueNotice(mail);
}

/** Queues a mail in the current transaction; a worker sends it after the commit. `link` and `lines` are encrypted until then. Returns its id. */
export async function enqueueNotice(mail: NewMail<repository.MailKind>): Promise<number> {
  const { link, lines, ...rest } = mail;
  const contents = lines === undefined ? link : `${link}\n${lines}`;
  const mailId = await repository.createMail({
    ...rest,
    sealedLink: seal(contents, placeOf(rest)),
  });
  afterCommit(() => enqueue(sendMail, { id: mailId, leaseNo: 0 }));
  return mailId;
}

/** The link of a mail that waits, and its lines if it has some; null when they cannot be read. */
export function readContents(
  mail: Omit<repository.WaitingMailRow, "email">,
): { link: string; lines: string } | null {
  const place = placeOf({ personId: mail.user_id, kind: mail.kind });
  const [link, ...lines] = unseal(mail.sealed_link, place)?.split("\n") ?? [];
  return link === undefined ? null : { link, lines: lines.join("\n") };
}

function placeOf({ personId, kind }: { personId: PersonId; kind: repository.MailKind }): string {
  return `mails.sealed_link ${personId} ${kind}`;
}

/** Call for a deactivated account. */
export function cancelMailsOf(ownerId: OwnerId): Promise<void> {
  return repository.cancelMails(ownerId);
}

/** Mails each owner of an account a notice about it; otherwise like notifyPerson. */
export async function notifyOwners(
  ownerId: OwnerId,
  kind: repository.NoticeKind,
  path: string = paths.profile,
  days = NOTICE_DAYS,
): Promise<void> {
  for (const personId of await repository.findOwners(ownerId)) {
    await notifyPerson(personId, kind, path, days);
  }
}

/** Tells somebody by mail, like enqueueNotice: of their sign-in unless `path` says another screen. `days`: as long as it is worth sending. */
export async function notifyPerson(
  personId: PersonId,
  kind: repository.NoticeKind,
  path: string = paths.profile,
  days = NOTICE_DAYS,
): Promise<void> {
  await enqueueNotice({
    personId,
    kind,
    link: new URL(path, env.APP_URL).toString(),
    expiresAt: new Date(Date.now() + days * 86_400_000),
  });
}

/** Mails of a kind sent or queued for this user in the last `hours`. Call inside the transaction that may add one. */
export function countRecentMails(
  personId: PersonId,
  kind: repository.MailKind,
  hours = 1,
): Promise<number> {
  return repository.countRecentMails(personId, kind, hours);
}
