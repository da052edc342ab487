import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenLocally } from "@/sandbox/listening";
import { parseRange } from "@/server/messaging/media/byte-range.rule";

const REGION = "sa-east-1";
const ACCESS_KEY = "AKIDTEST";
const SECRET_KEY = "secret/of+the/bucket";

/** A bucket in memory that speaks S3 and refuses what is not signed as AWS documents it (Signature Version 4). */
export async function startS3Server() {
  const files = new Map<string, { content: Buffer; mime: string }>();
  const refusals: string[] = [];
  const server = createServer(async (request, response) => {
    const content = await buffer(request).catch(() => null);
    // Broken off: nothing is kept, as S3 does.
    if (content === null) return response.destroy();
    const refusal = findRefusal(request);
    if (refusal !== null) {
      refusals.push(refusal);
      return response.writeHead(403).end(refusal);
    }
    const key = request.url ?? "";
    const file = files.get(key);
    if (request.method === "PUT") {
      // S3 has no chunked transfer.
      if (request.headers["content-length"] === undefined) return response.writeHead(411).end();
      files.set(key, { content, mime: request.headers["content-type"] ?? "" });
      return response.writeHead(200).end();
    }
    if (request.method === "DELETE") {
      files.delete(key);
      return response.writeHead(204).end();
    }
    if (!file) return response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
    const range = parseRange(request.headers.range ?? null, file.content.length);
    if (range === "unsatisfiable") return response.writeHead(416).end();
    if (range === null) return response.writeHead(200).end(file.content);
    return response.writeHead(206).end(file.content.subarray(range.start, range.end + 1));
  });
  const port = await listenLocally(server);
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: "garimpo",
      region: REGION,
      accessKey: ACCESS_KEY,
      secretKey: SECRET_KEY,
    },
    files,
    refusals,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function findRefusal(request: IncomingMessage): string | null {
  const { authorization = "", "x-amz-date": date = "" } = request.headers;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!match) return "not signed";
  const [, accessKey, day = "", region, signedHeaders = "", signature] = match;
  if (accessKey !== ACCESS_KEY || region !== REGION) return "another key or region";
  const names = signedHeaders.split(";");
  if (!names.includes("host") || !names.includes("x-amz-content-sha256"))
    return "too little signed";
  const path = (request.url ?? "").split("?")[0];
  const canonical = [
    ...[request.method, path, ""],
    ...names.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
    ...["", signedHeaders, String(request.headers["x-amz-content-sha256"])],
  ].join("\n");
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const hash = createHash("sha256").update(canonical).digest("hex");
  const toSign = ["AWS4-HMAC-SHA256", date, scope, hash].join("\n");
  const key = [day, REGION, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${SECRET_KEY}`,
  );
  const expected = createHmac("sha256", key).update(toSign).digest("hex");
  return expected === signature ? null : `wrong signature of ${request.method}`;
}
