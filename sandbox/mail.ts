import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { parseMail } from "./mail-parser";
import type { Store } from "./store/store";

interface MailSink {
  port: number;
  close(): Promise<void>;
}

/** Takes every mail, with or without a login, and delivers none. */
export async function startMailSink(store: Store, port: number): Promise<MailSink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    // A pooled client keeps its connection: do not wait half a minute for it when closing.
    closeTimeout: 200,
    logger: false,
    onAuth: (_auth, _session, done) => done(null, { user: "anyone" }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", done);
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          ...parseMail(Buffer.concat(chunks)),
          id: randomUUID(),
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          at: new Date().toISOString(),
        };
        store.record({ type: "mail", mail });
        done();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.server.address() as AddressInfo;
  return {
    port: address.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
