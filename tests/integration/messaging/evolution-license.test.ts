import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenLocally } from "@/sandbox/listening";
import { createEvolution } from "@/server/messaging/evolution/whatsapp.evolution";
import type { WhatsappGateway } from "@/server/messaging/gateway/whatsapp.gateway";

let server: Server;
let gateway: WhatsappGateway;
const ref = { id: 1, name: "vendas", token: null, account: null };

/** Evolution 2.4 without a licence: every call is answered like this. */
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(503, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        error: "Service Unavailable",
        code: "LICENSE_REQUIRED",
        register_url: "https://licence.example",
      }),
    );
  });
  const port = await listenLocally(server);
  gateway = createEvolution({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "x" });
});
afterAll(() => server.close());

test("a server without a licence is told as such", async () => {
  const target = { url: "http://127.0.0.1/hook", headers: {} };
  await expect(gateway.ensureInstance("vendas", target)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("sem licença"),
  });
  await expect(gateway.connect(ref)).rejects.toThrow("sem licença");
});

test("a send to it may have gone out: nothing is sent again on a guess", async () => {
  const message = { number: "5511988887777", text: "Oi", messageId: "3EB0AA" };
  expect(await gateway.sendText(ref, message)).toMatchObject({ outcome: "unclear" });
  expect(await gateway.resolveNumber(ref, "5511988887777")).toEqual({ outcome: "unknown" });
});
