import pino from "pino";
import { env } from "@/server/env";

/** JSON lines on stdout. Secrets have no business in a log: whatever slips in under these names is cut. */
export const logger = pino({
  level: env.LOG_LEVEL,
  base: { service: "garimpo" },
  redact: {
    paths: ["password", "token", "authorization", "cookie", "*.password", "*.token", "*.cookie"],
    censor: "[cut]",
  },
});
