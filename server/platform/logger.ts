import pino from "pino";
import { env } from "./env";
import { describeError, maskMessage } from "./log-errors";

/** JSON lines on stdout. Secrets logged by mistake under these names are redacted. */
export const logger = pino({
  level: env.LOG_LEVEL,
  base: { service: "garimpo" },
  serializers: {
    err: describeError,
    error: maskMessage,
    detail: maskMessage,
    reason: maskMessage,
  },
  redact: {
    paths: ["password", "token", "authorization", "cookie", "*.password", "*.token", "*.cookie"],
    censor: "[cut]",
  },
});
