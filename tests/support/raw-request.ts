import { connect } from "node:net";

/**
 * Sends a request as raw bytes, with headers that client libraries would refuse, and returns the response's status.
 * Rejects when there is no response.
 */
export function requestRaw(
  url: string,
  method: string,
  path: string,
  headers: readonly [string, string][],
  body = "",
): Promise<number> {
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
    let answer = "";
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString("latin1");
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      if (!status) return;
      // A stream would continue.
      socket.destroy();
      resolve(Number(status));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`${method} ${path} was not answered.`)));
    socket.write(Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`, "latin1"));
  });
}
