import { connect } from "node:net";

type Headers = readonly [string, string][];

/**
 * Sends a request as raw bytes, with headers that client libraries would refuse, and returns the response's status.
 * Rejects when there is no response.
 */
export async function requestRaw(
  url: string,
  method: string,
  path: string,
  headers: Headers,
  body = "",
): Promise<number> {
  // A stream would continue.
  const answer = await exchange(url, method, path, headers, body, (text) => parseStatus(text) > 0);
  return parseStatus(answer);
}

/** The same, with the whole response. */
export async function readRaw(
  url: string,
  method: string,
  path: string,
  headers: Headers = [],
  body = "",
): Promise<{ status: number; headers: string; body: string }> {
  const answer = await exchange(url, method, path, headers, body, () => false);
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  return { status: parseStatus(answer), headers: head, body: rest.join("\r\n\r\n") };
}

function parseStatus(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

/** Resolves with what came until the server closed the connection, or until it `isEnough`. */
function exchange(
  url: string,
  method: string,
  path: string,
  headers: Headers,
  body: string,
  isEnough: (answer: string) => boolean,
): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const given = new Set(headers.map(([name]) => name));
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...(given.has("host") ? [] : [`host: ${host}`]),
    ...(given.has("content-type") || !body ? [] : ["content-type: application/json"]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    "connection: close",
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.setEncoding("utf8");
    let answer = "";
    socket.on("data", (text: string) => {
      answer += text;
      if (!isEnough(answer)) return;
      socket.destroy();
      resolve(answer);
    });
    // The server may reset the connection after its answer to a body that it did not read.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (parseStatus(answer) > 0) resolve(answer);
      else reject(new Error(`${method} ${path} was not answered.`));
    });
    socket.write(Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`, "latin1"));
  });
}
