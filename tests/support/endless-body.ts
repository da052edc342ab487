import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";

/**
 * The bytes that a sender can send though the server reads no more: what a server reads until it answers, plus the
 * buffers of both systems for a connection, which grow with the memory of the machine.
 */
export const MOST_ON_THE_WAY = 2_000_000 + readLargest("tcp_rmem") + readLargest("tcp_wmem");

const PIECE = Buffer.alloc(64 * 1024, "1");

interface Sent {
  /** 0 when the connection was closed without an answer. */
  status: number;
  /** The answer's body, as far as it came. */
  answer: string;
  /** Bytes of the body that this side could write until the connection was closed or `maxBytes` were written. */
  bytes: number;
  isClosed: boolean;
}

/** Sends a body of `maxBytes`, announced or in chunks, as fast as the server takes it. */
export function sendEndlessBody(
  url: string,
  method: string,
  path: string,
  {
    headers = {},
    maxBytes = 100_000_000,
    chunked = false,
    withinMs = 20_000,
  }: {
    headers?: Record<string, string>;
    maxBytes?: number;
    chunked?: boolean;
    withinMs?: number;
  } = {},
): Promise<Sent> {
  const { hostname, port, host } = new URL(url);
  const length = chunked ? "transfer-encoding: chunked" : `content-length: ${maxBytes}`;
  const given = { host, "content-type": "application/json", ...headers };
  const head = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  const piece = chunked
    ? Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from("\r\n")])
    : PIECE;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname).setEncoding("utf8");
    let answer = "";
    let bytes = 0;
    const write = () => {
      while (bytes < maxBytes && !socket.destroyed) {
        bytes += PIECE.length;
        if (!socket.write(piece)) return void socket.once("drain", write);
      }
    };
    const finish = (isClosed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
      resolve({ status, answer: answer.split("\r\n\r\n")[1] ?? "", bytes, isClosed });
    };
    const timer = setTimeout(() => finish(false), withinMs);
    socket.on("data", (text: string) => {
      answer += text;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => finish(true));
    socket.write(`${method} ${path} HTTP/1.1\r\n${head.join("")}${length}\r\n\r\n`);
    write();
  });
}

/** The largest buffer of a connection: the last of three figures. */
function readLargest(setting: string): number {
  const file = `/proc/sys/net/ipv4/${setting}`;
  return existsSync(file) ? Number(readFileSync(file, "utf8").trim().split(/\s+/)[2]) : 8_000_000;
}
