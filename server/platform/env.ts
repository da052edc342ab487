import { z } from "zod";
import { Env, isPublicAddress } from "./env-fields";
import { describeMisspelt } from "./env-names";
import { joinUrl, readIssuers, readPayments } from "./env-services";

export type Environment = ReturnType<typeof parseEnv>;
/** An identity provider at the login. */
export type Issuer = Environment["issuers"][number];

/** Checks variables, and adds derived values. @throws Error naming every variable that is wrong */
export function parseEnv(variables: Record<string, string | undefined>) {
  const strict = variables["GARIMPO_MODE"] === "production";
  const misspelt = describeMisspelt(variables, Object.keys(Env.shape), { strict });
  // Checked first: a missing variable is usually a misspelt one.
  if (misspelt.length > 0) throw new Error(`Unknown variables:\n${misspelt.join("\n")}`);
  const parsed = Env.safeParse(variables);
  if (!parsed.success) {
    throw new Error(`Invalid environment:\n${z.prettifyError(parsed.error)}`);
  }
  const set = parsed.data;
  if (!variables["GARIMPO_MODE"] && isPublicAddress(set.APP_URL)) {
    throw new Error(
      "GARIMPO_MODE must be set where APP_URL is a public https address: to production, or to demo for a demonstration that anybody may enter.",
    );
  }
  const evolutionUrl = set.EVOLUTION_URL ?? joinUrl(set.SANDBOX_URL, "/evolution");
  return {
    ...set,
    /** Null where there is no address: the profile menu then offers no help. */
    supportEmail:
      set.SUPPORT_EMAIL ?? (set.GARIMPO_MODE === "production" ? null : "ajuda@garimpo.example"),
    secureCookies: set.SECURE_COOKIES ?? set.APP_URL.startsWith("https://"),
    searxngUrl: set.SEARXNG_URL ?? joinUrl(set.SANDBOX_URL, "/searxng"),
    overpassUrl:
      set.OVERPASS_URL ??
      joinUrl(set.SANDBOX_URL, "/overpass/api/interpreter") ??
      "https://overpass-api.de/api/interpreter",
    nominatimUrl:
      set.NOMINATIM_URL ??
      joinUrl(set.SANDBOX_URL, "/nominatim") ??
      "https://nominatim.openstreetmap.org",
    ibgeUrl:
      set.IBGE_URL ?? joinUrl(set.SANDBOX_URL, "/ibge") ?? "https://servicodados.ibge.gov.br",
    tileUrl:
      set.TILE_URL ??
      (set.SANDBOX_URL
        ? `${set.SANDBOX_URL.replace(/\/$/, "")}/tiles/{z}/{x}/{y}.png`
        : "https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
    evolutionUrl,
    registryShareUrl:
      set.REGISTRY_SHARE_URL ?? set.SANDBOX_URL ?? "https://arquivos.receitafederal.gov.br",
    /** Undefined when months cannot be downloaded. The sandbox accepts any token. */
    registryShareToken: set.REGISTRY_SHARE_TOKEN ?? (set.SANDBOX_URL ? "sandbox" : undefined),
    registryMinRows: set.REGISTRY_MIN_ROWS ?? (set.GARIMPO_MODE === "production" ? 60_000_000 : 1),
    /** Null when there is none: connecting a phone then answers that the service is unavailable. */
    whatsappProvider: set.WHATSAPP_PROVIDER ?? (evolutionUrl ? "evolution" : null),
    webhookUrl: set.WEBHOOK_URL ?? set.APP_URL,
    /** Null when nothing is sold. */
    payments: readPayments(set),
    issuers: readIssuers(set),
  };
}

let current: Environment | undefined;

function readEnv(): Environment {
  // biome-ignore lint/style/noProcessEnv: the one place that reads the environment.
  current ??= parseEnv(process.env);
  return current;
}

/**
 * The environment that this process was started with, or that setEnv set. It is read when a value is used, never when a
 * module is imported; derived values are computed when they are needed.
 */
export const env: Environment = new Proxy({} as Environment, {
  get: (_, name: keyof Environment) => readEnv()[name],
});

/** Replaces the environment; with undefined, the process's own is read again. Returns the one that was set before. */
export function setEnv(environment: Environment | undefined): Environment | undefined {
  const before = current;
  current = environment;
  return before;
}

/** A value derived from the environment: computed at first use, and again after setEnv. */
export function fromEnv<T>(build: (environment: Environment) => T): () => T {
  let built: { of: Environment; value: T } | undefined;
  return () => {
    const of = readEnv();
    if (built?.of !== of) built = { of, value: build(of) };
    return built.value;
  };
}
