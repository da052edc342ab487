import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { listenLocally } from "./listening";
import type { Store } from "./store/store";

interface MailSink {
  port: number;
  close(): Promise<void>;
}

/** An SMTP server that accepts every mail, with or without a login, and delivers none. */
export async function startMailSink(store: Store, wanted: number): Promise<MailSink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    // A pooled client keeps its connection open: without a timeout, closing would wait 30 s for it.
    closeTimeout: 200,
    logger: false,
    onAuth: (_auth, _session, done) => done(null, { user: "anyone" }),
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      buffer(stream)
        .then(parseMail)
        .then((parsed) => {
          const mail = {
            ...parsed,
            id: randomUUID(),
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            at: new Date().toISOString(),
          };
          store.record({ type: "mail", mail });
        })
        .then(() => done(), done);
    },
  });
  const port = await listenLocally(server.server, wanted);
  return {
    port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function parseMail(raw: Buffer) {
  const { subject = "", html, text } = await PostalMime.parse(raw);
  return {
    subject,
    text: (text ?? html?.replace(/<[^>]+>/g, " ") ?? "").trimEnd(),
    html: html?.trimEnd() ?? null,
  };
}
