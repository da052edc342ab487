import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { execute, sql } from "@/server/platform/db/sql";
import { parseEnv } from "@/server/platform/env";
import { buildUser } from "@/tests/factories/users";
import { compiled } from "@/tests/support/commands";

const root = join(import.meta.dirname, "../../..");

const PRODUCTION = {
  GARIMPO_MODE: "production",
  APP_URL: "https://garimpo.teste.example",
  SANDBOX_URL: "",
  WHATSAPP_PROVIDER: "baileys",
};

/** Reads the environment of this process with these variables, in production mode. */
function readSettings(variables: Record<string, string | undefined>) {
  return () => parseEnv({ ...process.env, ...PRODUCTION, ...variables });
}

/** What the worker prints when it is started in production mode with these variables, which it must refuse. */
function startWorker(variables: Record<string, string>): string {
  const { status, stderr } = spawnSync(process.execPath, compiled("workers/main.ts"), {
    cwd: root,
    env: { ...process.env, ...PRODUCTION, ...variables },
    encoding: "utf8",
    timeout: 120_000,
  });
  expect(status).toBe(1);
  return stderr;
}

test("production takes settings that are whole", () => {
  expect(readSettings({})()).toMatchObject({ GARIMPO_MODE: "production", secureCookies: true });
});

test("production refuses the sandbox, plain http and a weak secret, and names each", () => {
  expect(readSettings({ SANDBOX_URL: "http://127.0.0.1:4010" })).toThrow("SANDBOX_URL");
  expect(readSettings({ APP_URL: "http://garimpo.teste.example" })).toThrow("https");
  expect(readSettings({ AUTH_SECRET: "short" })).toThrow("AUTH_SECRET");
});

test("a worker does not start with settings that are refused", () => {
  expect(startWorker({ AUTH_SECRET: "short" })).toContain("AUTH_SECRET");
});

test("production without a WhatsApp provider says what to set", () => {
  expect(readSettings({ WHATSAPP_PROVIDER: "" })).toThrow("WHATSAPP_PROVIDER must be set");
  const withoutAddress = { WHATSAPP_PROVIDER: "evolution", EVOLUTION_URL: "" };
  expect(readSettings(withoutAddress)).toThrow("EVOLUTION_URL must be set");
  const withoutKey = {
    WHATSAPP_PROVIDER: "",
    EVOLUTION_URL: "http://127.0.0.1:1",
    EVOLUTION_API_KEY: "",
  };
  expect(readSettings(withoutKey)).toThrow("EVOLUTION_API_KEY must be set");
});

const OIDC = {
  OIDC_ISSUER: "https://id.example",
  OIDC_CLIENT_ID: "id",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_NAME: "Empresa",
};

test("issuers are those that are set, in their order; production has none by itself", () => {
  expect(readSettings({})().issuers).toEqual([]);
  const google = { GOOGLE_CLIENT_ID: "of google", GOOGLE_CLIENT_SECRET: "secret" };
  const microsoft = { MICROSOFT_CLIENT_ID: "of microsoft", MICROSOFT_CLIENT_SECRET: "secret" };
  expect(readSettings({ ...OIDC, ...microsoft, ...google })().issuers).toMatchObject([
    { provider: "google", address: "https://accounts.google.com", clientId: "of google" },
    { provider: "microsoft", address: "https://login.microsoftonline.com/common/v2.0" },
    { provider: "oidc", address: "https://id.example", name: "Empresa" },
  ]);
});

const S3 = {
  MEDIA_S3_ENDPOINT: "https://s3.example",
  MEDIA_S3_BUCKET: "files",
  MEDIA_S3_ACCESS_KEY: "id",
  MEDIA_S3_SECRET_KEY: "secret",
};

test.each<readonly [Record<string, string | undefined>, string]>([
  [{ SMTP_URL: "smtp.example:587" }, "SMTP_URL must be an address"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" }, "an http or https address"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://u:p@collector" }, "an address without user"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector?key=1" }, "an address without user"],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "a=b" }, "OTEL_EXPORTER_OTLP_ENDPOINT must be set with"],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "Bearer x" }, "name=value,name=value"],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "only http/json is spoken"],
  [
    {
      STRIPE_SECRET_KEY: "whsec_1",
      STRIPE_WEBHOOK_SECRET: "sk_live_1",
      STRIPE_PRICE_ANNUAL: "price_1",
    },
    "are they exchanged?",
  ],
  [{ GOOGLE_CLIENT_ID: "id" }, "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together"],
  [
    { MICROSOFT_CLIENT_SECRET: "secret" },
    "MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET must be set together",
  ],
  [{ MICROSOFT_TENANT: "a/b" }, "MICROSOFT_TENANT"],
  [{ OIDC_ISSUER: "https://id.example" }, "OIDC_NAME must be set together"],
  [{ ...OIDC, OIDC_NAME: "" }, "OIDC_NAME must be set together"],
  [{ ...OIDC, OIDC_ISSUER: "http://id.example" }, "OIDC_ISSUER must be https"],
  [{ OIDC_TENANT: "of somebody" }, "OIDC_TENANT is read by nothing: see .env.example."],
  [
    { OIDC_ISUER: "https://id.example" },
    "OIDC_ISUER is read by nothing: did you mean OIDC_ISSUER?",
  ],
  [{ WHATSAP_PROVIDER: "baileys" }, "did you mean WHATSAPP_PROVIDER?"],
  [{ DATABSE_URL: "postgresql://other" }, "did you mean DATABASE_URL?"],
  [{ DATABSE_URL: "postgresql://other", DATABASE_URL: "" }, "did you mean DATABASE_URL?"],
  [{ GARIMPO_MOD: "production", GARIMPO_MODE: "" }, "did you mean GARIMPO_MODE?"],
  [{ app_url: "https://other.example" }, "app_url is read by nothing: did you mean APP_URL?"],
  [{ GARIMPO_MODE: undefined }, "GARIMPO_MODE must be set where APP_URL is a public https address"],
  [{ MAIL_FROM: "abc" }, "MAIL_FROM"],
  [{ MAIL_FROM: "Garimpo <abc>" }, "a name and an address"],
  [{ MAIL_FROM: "" }, "MAIL_FROM"],
  ...Object.keys(S3).map(
    (left) => [{ ...S3, [left]: "" }, "must be set together, or none"] as const,
  ),
])("what is mistaken is refused with a sentence: %o", (variables, sentence) => {
  expect(readSettings(variables)).toThrow(sentence);
});

test.each<Record<string, string | undefined>>([
  S3,
  { MAIL_FROM: "Ana <ana@garimpo.example>" },
  { MAIL_FROM: "ana@garimpo.example" },
  // Of other programs, some of them near to short names of ours.
  {
    HOME: "/root",
    HOSTS: "",
    POST: "1",
    PATH: "/bin",
    GARIMPO_DATA_DIR: "/data",
    SANDBOX_PORT: "1",
  },
  {
    OTEL_TRACES_SAMPLER: "always_on",
    OTEL_EXPORTER_OTLP_TIMEOUT: "5",
    HTTP_URL: "x",
  },
  { ADMIN_PASSWORD: "of the command", SEED: "none", REGISTRY_DEMO_ROWS: "1" },
])("what is right, or another program's, is taken: %o", (variables) => {
  expect(readSettings(variables)()).toMatchObject({ GARIMPO_MODE: "production" });
});

test.each([
  "https://localhost:3000",
  "https://192.168.0.7",
  "https://[::1]:3000",
  "http://garimpo.teste.example",
])("%s is no public address: there a mode need not be named", (APP_URL) => {
  expect(readSettings({ GARIMPO_MODE: undefined, APP_URL })().GARIMPO_MODE).toBe("demo");
});

test.each(["MEDIA_DIR", "REGISTRY_DIR"])(
  "a worker does not start with a %s that it cannot write to",
  (name) => {
    const folder = join(import.meta.filename, "below a file");
    expect(startWorker({ [name]: folder })).toContain(
      `${name} is ${folder}, to which this process cannot write`,
    );
  },
);

test("the Cloud API needs what verifies Meta's webhooks", () => {
  const cloud = { WHATSAPP_PROVIDER: "cloud", META_APP_SECRET: "", META_VERIFY_TOKEN: "" };
  for (const missing of [cloud, { ...cloud, META_APP_SECRET: "secret" }]) {
    expect(readSettings(missing)).toThrow("META_APP_SECRET and META_VERIFY_TOKEN must be set");
  }
});

test("production refuses a database with a demonstration account", async () => {
  const { id } = await buildUser();
  await execute(sql`UPDATE users SET email = 'demo@garimpo.local' WHERE id = ${id}`);
  expect(startWorker({})).toContain("demo@garimpo.local");
});
