import type { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import { type Dispatcher, request } from "undici";
import type { MediaStore } from "./media.gateway";

interface Bucket {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

const HEAD_TIMEOUT_MS = 15_000;
/** Between two pieces of a body. */
const BODY_TIMEOUT_MS = 30_000;

/** A bucket that speaks S3, addressed by path, which all servers understand. */
export function createS3Store(config: Bucket): MediaStore {
  async function send(
    method: "PUT" | "GET" | "DELETE",
    key: string,
    {
      headers = {},
      body = null,
    }: { headers?: Record<string, string>; body?: Readable | null } = {},
  ): Promise<Dispatcher.ResponseData> {
    const signed = await new AwsV4Signer({
      method,
      url: `${config.endpoint.replace(/\/$/, "")}/${config.bucket}/${key}`,
      // The content is streamed: it would have to be read twice to be signed too.
      headers: { ...headers, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" },
      service: "s3",
      region: config.region,
      accessKeyId: config.accessKey,
      secretAccessKey: config.secretKey,
    }).sign();
    return request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body,
      headersTimeout: HEAD_TIMEOUT_MS,
      bodyTimeout: BODY_TIMEOUT_MS,
    });
  }

  async function requireSuccess(answer: Dispatcher.ResponseData, what: string): Promise<void> {
    await answer.body.dump();
    if (answer.statusCode >= 300)
      throw new Error(`The bucket answered ${answer.statusCode} to ${what}`);
  }

  return {
    async put(key, { content, bytes, mime }) {
      const headers = { "content-length": String(bytes), "content-type": mime };
      await requireSuccess(await send("PUT", key, { headers, body: content }), "PUT");
    },

    async open(key, { start, end }) {
      const answer = await send("GET", key, { headers: { range: `bytes=${start}-${end}` } });
      if (answer.statusCode === 206) return answer.body;
      await answer.body.dump();
      if (answer.statusCode === 404) return null;
      throw new Error(`The bucket answered ${answer.statusCode} to GET`);
    },

    async remove(key) {
      const answer = await send("DELETE", key);
      if (answer.statusCode === 404) return answer.body.dump();
      await requireSuccess(answer, "DELETE");
    },

    // A bucket contains an object only once it is complete.
    removeUnfinished: () => Promise.resolve(0),
  };
}
