import pino, { type Logger } from "pino";
import { env } from "./env";
import { describeError, maskMessage } from "./log-errors";
import { getRequestId } from "./work";

const createLogger = () =>
  pino({
    level: env.LOG_LEVEL,
    base: { service: "garimpo" },
    // Id of the request that is served, or that enqueued a job: all lines of one search have the same.
    mixin: () => ({ requestId: getRequestId() }),
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

let created: Logger | undefined;

/**
 * JSON lines on stdout. Secrets logged by mistake under these names are redacted. Its level is read when something is
 * first logged: no module reads the environment when it is imported.
 */
export const logger: Logger = new Proxy({} as Logger, {
  get(_, name: keyof Logger) {
    created ??= createLogger();
    const value: unknown = created[name];
    return typeof value === "function" ? value.bind(created) : value;
  },
  set(_, name: keyof Logger, value) {
    created ??= createLogger();
    return Reflect.set(created, name, value);
  },
});
