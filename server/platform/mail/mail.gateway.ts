export interface OutgoingMail {
  /** The same for every attempt, so that duplicates can be recognised. */
  messageId: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

export type MailOutcome =
  | { ok: true }
  /** `final`: retrying is useless. `detail` is for the log and contains no personal data. */
  | { ok: false; final: boolean; detail: string };

/** A server that accepts mail for delivery. */
export interface MailGateway {
  send(mail: OutgoingMail): Promise<MailOutcome>;
}
