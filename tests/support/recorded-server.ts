import { createServer } from "node:http";
import { listenLocally } from "@/sandbox/listening";

export interface RecordedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

/** An HTTP server that responds with `answer` and records every request. */
export async function startRecordedServer(
  answer: (request: RecordedRequest, nth: number) => Answer | Promise<Answer>,
  port = 0,
) {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://recorded");
    const request = {
      method: incoming.method ?? "",
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    requests.push(request);
    const { status = 200, headers = {}, body } = await answer(request, requests.length);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  const listened = await listenLocally(server, port);
  return {
    url: `http://127.0.0.1:${listened}`,
    requests,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
