import { AppError } from "@/lib/errors";
import { env } from "@/server/env";
import { smtp } from "./mail.smtp";

export interface OutgoingMail {
  /** The same for every attempt, so that a server or reader can tell a repetition. */
  messageId: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

export type MailOutcome =
  | { ok: true }
  /** `final`: this mail will never be taken. `detail` is for the log and names nobody. */
  | { ok: false; final: boolean; detail: string };

/** A server that takes mail for delivery. */
export interface MailGateway {
  send(mail: OutgoingMail): Promise<MailOutcome>;
}

/** The mail server this installation is configured for. @throws AppError unavailable when none is */
export function mailServer(): MailGateway {
  if (!env.SMTP_URL) throw new AppError("unavailable", "Nenhum servidor de e-mail configurado.");
  return smtp(env.SMTP_URL, env.MAIL_FROM);
}
