import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenLocally } from "@/sandbox/listening";
import { env } from "@/server/platform/env";

export interface FileServer {
  /** Encrypted files by path. */
  files: Map<string, Buffer>;
  /** Takes no more files until called with false. */
  refuse(refused: boolean): void;
  close(): Promise<void>;
}

/** WhatsApp's file servers at this test file's address: what is uploaded can be fetched by its path. */
export async function startFileServer(): Promise<FileServer> {
  // No authority signed its certificate.
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  const files = new Map<string, Buffer>();
  let refused = false;
  const server = createServer(createCertificate(), async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "https://localhost");
    if (request.method === "POST") {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (refused) {
        response.writeHead(500).end("{}");
        return;
      }
      const path = `/v${pathname}`;
      files.set(path, Buffer.concat(chunks));
      response.end(JSON.stringify({ url: `https://127.0.0.1${path}`, direct_path: path }));
      return;
    }
    const file = files.get(pathname);
    if (file) response.end(file);
    else response.writeHead(410).end();
  });
  const port = Number(env.WHATSAPP_MEDIA_HOST?.split(":")[1]);
  await listenLocally(server, port);
  return {
    files,
    refuse(next) {
      refused = next;
    },
    close() {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function createCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"];
  execFileSync("openssl", [...request, "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}
