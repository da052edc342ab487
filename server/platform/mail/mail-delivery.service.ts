import { AppError } from "@/lib/errors";
import { env } from "@/server/platform/env";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { logger } from "@/server/platform/logger";
import type { MailGateway } from "./mail.gateway";
import { sendMail } from "./mail.jobs";
import { toOutgoingMail } from "./mail.mapper";
import * as repository from "./mail.repository";
import { readContents } from "./mail.service";
import { createSmtp } from "./mail.smtp";

const FIRST_RETRY_MS = 5_000;
/** A mail that stays useful for longer is retried for longer, in case the server is unreachable for a day. */
const SHORT_LIVED_MS = 3_600_000;
/** Between the ten attempts at such a mail: more than a day in all. */
const LONG_RETRIES_S = [5, 30, 120, 600, 1_800, 7_200, 21_600, 32_400, 32_400];

/** Sends mails, retrying with growing delays until the link expires. */
export const mailWork: LeasedWork<typeof sendMail> = {
  job: sendMail,
  concurrency: (usual) => usual,
  leases: repository.mailLeases,
  firstRetryMs: FIRST_RETRY_MS,
  failure: "not sent",
  advance: attemptMail,
  end: (leased) => repository.markFailed(leased.id),
  publishProgress: async () => undefined,
};

async function attemptMail({ id, attempts }: Leased): Promise<Advance> {
  const mail = await repository.findWaitingMail(id);
  if (!mail) return { state: "ended" };
  if (mail.expires_at <= new Date()) {
    return { state: "failed", reason: "its link has expired", final: true };
  }
  const { email } = mail;
  if (email === null) return { state: "failed", reason: "it is for nobody any more", final: true };
  const contents = readContents(mail);
  const outcome =
    contents === null
      ? { ok: false as const, final: true, detail: "sealed under another key" }
      : await getMailServer().send(
          toOutgoingMail({ ...mail, email }, contents, new URL(env.APP_URL).hostname),
        );
  if (outcome.ok) {
    await repository.markSent(id);
    return { state: "ended" };
  }
  logger.warn({ mailId: id, attempts: attempts + 1, detail: outcome.detail }, "mail not sent");
  const usefulMs = mail.expires_at.getTime() - Date.now();
  const retryAfterMs = retryDelayMs(attempts, usefulMs);
  const final = outcome.final || retryAfterMs >= usefulMs;
  return { state: "failed", reason: outcome.detail, retryAfterMs, final };
}

function retryDelayMs(attempts: number, usefulMs: number): number {
  if (usefulMs <= SHORT_LIVED_MS) return FIRST_RETRY_MS * 2 ** attempts;
  return (LONG_RETRIES_S[attempts] ?? LONG_RETRIES_S.at(-1) ?? 0) * 1_000;
}

/** The configured mail server. @throws AppError unavailable when there is none */
function getMailServer(): MailGateway {
  if (!env.SMTP_URL) throw new AppError("unavailable", "Nenhum servidor de e-mail configurado.");
  return createSmtp(env.SMTP_URL, env.MAIL_FROM);
}
