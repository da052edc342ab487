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
