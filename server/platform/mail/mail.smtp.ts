import type { MailGateway, MailOutcome } from "./mail.gateway";

const TIMEOUT_MS = 15_000;

/** Any SMTP server, by nodemailer's connection URL (`smtp://`, `smtps://`, with or without credentials). */
export function createSmtp(url: string, from: string): MailGateway {
  return {
    async send({ messageId, to, ...content }): Promise<MailOutcome> {
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({
        url,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        // The content must not make nodemailer read files or URLs.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({ ...content, from, to, messageId });
        return { ok: true };
      } catch (error) {
        return failure(error);
      } finally {
        transport.close();
      }
    },
  };
}

/**
 * RFC 5321: 5yz is permanent, 4yz is temporary. Failed credentials are a configuration error, so they are retried.
 */
function failure(error: unknown): MailOutcome {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  const final = responseCode !== undefined && responseCode >= 500 && code !== "EAUTH";
  return { ok: false, final, detail: `${code ?? "failed"} ${responseCode ?? ""}`.trim() };
}
