import { resolve } from "node:path";
import { env } from "@/server/platform/env";
import { createFolderStore } from "./media.folder";
import type { MediaStore } from "./media.gateway";
import { createS3Store } from "./media.s3";

let store: MediaStore | undefined;

/** The configured store: a bucket, else a folder that web and worker share. */
export function getMediaStore(): MediaStore {
  store ??= createStore();
  return store;
}

/** Where the files are stored, and the setting for it, for the operator. */
export function describeMediaStore(): string {
  const { MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_BUCKET: bucket } = env;
  return endpoint
    ? `the bucket ${bucket} of ${endpoint} (MEDIA_S3_BUCKET)`
    : `the folder ${resolve(env.MEDIA_DIR)} (MEDIA_DIR)`;
}

function createStore(): MediaStore {
  const { MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_BUCKET: bucket, MEDIA_S3_REGION: region } = env;
  const { MEDIA_S3_ACCESS_KEY: accessKey, MEDIA_S3_SECRET_KEY: secretKey } = env;
  if (endpoint && bucket && accessKey && secretKey) {
    return createS3Store({ endpoint, bucket, region, accessKey, secretKey });
  }
  return createFolderStore(env.MEDIA_DIR);
}
