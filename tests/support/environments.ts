import { afterAll } from "vitest";
import { setEnv } from "@/server/platform/env";

/** Gives the tests of this file, and the processes they start, another environment. Call it before anything is started. */
function runWithEnv(changes: Record<string, string>): void {
  const before = Object.keys(changes).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, changes);
  setEnv(undefined);
  afterAll(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    setEnv(undefined);
  });
}

/** The database is reached by another address. */
export const runWithDatabase = (url: string) => runWithEnv({ DATABASE_URL: url });

/** Connections to WhatsApp are held by the worker. */
export const runWithBaileys = () => runWithEnv({ WHATSAPP_PROVIDER: "baileys" });

export const METRICS_TOKEN = "token-for-the-metrics-of-tests";

/** Requests with the token may read the metrics; a worker offers them on its own port. */
export const runWithMetrics = (port: number) =>
  runWithEnv({ METRICS_TOKEN, METRICS_PORT: String(port) });

/** Web and worker send their traces to a collector on this machine. */
export const runWithTraces = (port: number) =>
  runWithEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });

/** Runs pause when too many messages fail or bring an opt-out. */
export const runWithCaution = () =>
  runWithEnv({ CAMPAIGN_MAX_FAILURE_PERCENT: "15", CAMPAIGN_MAX_OPT_OUT_PERCENT: "15" });

/** A number pauses between messages, for milliseconds. */
export const runWithPauses = () =>
  runWithEnv({ CAMPAIGN_PAUSE_MIN_MS: "5", CAMPAIGN_PAUSE_MAX_MS: "25" });

/** A number pauses for milliseconds, and may write to ten strangers in an hour. */
export const runWithCaps = () =>
  runWithEnv({
    CAMPAIGN_PAUSE_MIN_MS: "5",
    CAMPAIGN_PAUSE_MAX_MS: "25",
    CAMPAIGN_HOURLY_CAP: "10",
  });

/** A number at stake, whose window is the whole day and whose pauses are milliseconds. */
export const runWithLadder = () =>
  runWithEnv({
    CAMPAIGN_PAUSE_MIN_MS: "5",
    CAMPAIGN_PAUSE_MAX_MS: "25",
    CAMPAIGN_DAILY_CAPS: "10,15,20,30,40,50,60",
    CAMPAIGN_MAX_FAILURE_PERCENT: "90",
    CAMPAIGN_REPEAT_MIN_DAYS: "3",
  });

/** Each message of a campaign costs three credits. */
export const runWithMessageCost = () => runWithEnv({ CREDITS_PER_MESSAGE: "3" });

/** Meta's Cloud API. */
export const runWithCloud = () =>
  runWithEnv({
    WHATSAPP_PROVIDER: "cloud",
    GRAPH_URL: `${process.env["SANDBOX_URL"]}/graph/v26.0`,
    META_APP_SECRET: "the secret of our app at Meta",
    META_VERIFY_TOKEN: "a word that both sides know",
  });

/** Meta's Cloud API, with pauses of milliseconds and the caps that protect a phone. */
export const runWithCloudAndCaps = () => {
  runWithCloud();
  runWithCaps();
  runWithEnv({ CAMPAIGN_DAILY_CAPS: "1" });
};

/** Suggestions are written by the sandbox's model. */
export const runWithModel = () =>
  runWithEnv({
    AI_PROVIDER: "compatible",
    AI_MODEL: "sandbox",
    AI_API_KEY: "of the tests",
    AI_URL: `${process.env["SANDBOX_URL"]}/openai/v1`,
    AI_DAILY_CALLS: "6",
  });

/** Connections to WhatsApp are held by the worker, and probed as soon as they are quiet for two seconds. */
export const runWithProbes = () =>
  runWithEnv({ WHATSAPP_PROVIDER: "baileys", WHATSAPP_PROBE_SECONDS: "2" });

/** After a second, Evolution is asked for messages that its webhooks did not report. */
export const runWithLooks = () => runWithEnv({ WHATSAPP_PROBE_SECONDS: "1" });

/** There is one proxy in front of the web. */
export const runBehindProxy = () => runWithEnv({ TRUST_PROXY: "1" });

/** Messages are kept for half a year. */
export const runWithOldMessages = () => runWithEnv({ MESSAGES_KEPT_MONTHS: "6" });

export const FEW_CONNECTIONS = 7;

/** A process may hold seven connections for its statements. */
export const runWithFewConnections = () =>
  runWithEnv({ DATABASE_CONNECTIONS: String(FEW_CONNECTIONS) });
