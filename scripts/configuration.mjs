/** The environment that `npm start` gives its processes. Uses only Node's own modules: it runs before any installation. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

const SANDBOX_PORT = 4010;
const SANDBOX_SMTP_PORT = 4025;

/**
 * Reads .env, creating it with a new secret if necessary, and adds defaults. Shell variables take precedence.
 * @param {{ root: string, dataDir: string, dev: boolean }} place
 * @returns {Record<string, string | undefined>}
 */
export function readConfiguration({ root, dataDir, dev }) {
  const file = join(root, ".env");
  if (!existsSync(file)) {
    writeFileSync(file, `AUTH_SECRET=${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  }
  const given = { ...parseEnv(readFileSync(file, "utf8")), ...process.env };
  return { ...addDefaults(given, dataDir), NODE_ENV: dev ? "development" : "production" };
}

/**
 * Adds missing settings: the sandbox replaces a web search or phones that are not configured.
 * @param {Record<string, string | undefined>} given
 * @param {string} dataDir
 * @returns {Record<string, string | undefined>}
 */
export function addDefaults(given, dataDir) {
  const env = { ...given };
  env.PORT ||= "3000";
  env.MEDIA_DIR ||= join(dataDir, "media");
  env.REGISTRY_DIR ||= join(dataDir, "registry");
  env.APP_URL ||= `http://localhost:${env.PORT}`;
  env.GARIMPO_MODE ||= "demo";
  const embedded = !env.DATABASE_URL;
  // The demonstration accounts have known passwords: create them only in the embedded default.
  env.SEED ||= embedded && env.GARIMPO_MODE === "demo" ? "demo" : "none";
  const isWhole = hasRealSearch(env) && hasRealPhones(env);
  if (!isWhole && env.GARIMPO_MODE !== "production") addSandbox(env, dataDir);
  return env;
}

function addSandbox(env, dataDir) {
  env.SANDBOX_PORT ||= String(SANDBOX_PORT);
  env.SANDBOX_URL ||= `http://127.0.0.1:${env.SANDBOX_PORT}`;
  env.SANDBOX_DATA_DIR ||= join(dataDir, "sandbox");
  env.SANDBOX_SMTP_PORT ||= String(SANDBOX_SMTP_PORT);
  env.SMTP_URL ||= `smtp://127.0.0.1:${env.SANDBOX_SMTP_PORT}`;
  // The sandbox finds only its own sites, which need no polite delay.
  if (!hasRealSearch(env)) env.CRAWLER_DELAY_MS ||= "100";
  if (hasRealPhones(env)) return;
  env.EVOLUTION_API_KEY ||= "sandbox-key";
  // Not for a server elsewhere, which cannot reach this address and gets APP_URL.
  env.WEBHOOK_URL ||= getOwnAddress(env);
  // Only simulated phones are never banned.
  env.CAMPAIGN_PAUSE_MIN_MS ||= "1000";
  env.CAMPAIGN_PAUSE_MAX_MS ||= "3000";
}

function hasRealSearch({ SERPER_API_KEY, BRAVE_API_KEY, SEARXNG_URL }) {
  return Boolean(SERPER_API_KEY || BRAVE_API_KEY || SEARXNG_URL);
}

/** @param {Record<string, string | undefined>} env */
export function hasRealPhones({ EVOLUTION_URL, WHATSAPP_PROVIDER }) {
  return Boolean(EVOLUTION_URL) || ["baileys", "cloud"].includes(WHATSAPP_PROVIDER);
}

/** How processes of this machine reach the web. */
export function getOwnAddress({ PORT }) {
  return `http://127.0.0.1:${PORT}`;
}
