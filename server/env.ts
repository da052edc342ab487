import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65_535);
const flag = z.stringbool();
const optionalUrl = z.preprocess((value) => value || undefined, z.url().optional());
const optionalText = z.preprocess((value) => value || undefined, z.string().optional());

/** Every variable of the web and the worker, parsed once at startup. `.env.example` documents each. */
const Env = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    /** 'demo' is the embedded default with demonstration accounts; 'production' refuses them and the sandbox. */
    GARIMPO_MODE: z.enum(["demo", "production"]).default("demo"),
    PORT: port.default(3000),
    HOST: z.string().default("0.0.0.0"),
    APP_URL: z.url().default("http://localhost:3000"),
    DATABASE_URL: z.string().min(1),
    REDIS_URL: optionalText,
    AUTH_SECRET: z.string().min(32),
    /** At most 4: higher ids are given to registered users. */
    ADMIN_USER_ID: z.coerce.number().int().min(1).max(4).default(4),
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
    /** The sandbox's address; unset when the real services are used. */
    SANDBOX_URL: optionalUrl,
    SEARXNG_URL: optionalUrl,
    SERPER_URL: z.url().default("https://google.serper.dev"),
    SERPER_API_KEY: optionalText,
    BRAVE_URL: z.url().default("https://api.search.brave.com"),
    BRAVE_API_KEY: optionalText,
    OVERPASS_URL: optionalUrl,
    NOMINATIM_URL: optionalUrl,
    IBGE_URL: optionalUrl,
    GOOGLE_MAPS_API_KEY: optionalText,
    GOOGLE_PLACES_URL: z.url().default("https://places.googleapis.com"),
    GOOGLE_GEOCODING_URL: z.url().default("https://maps.googleapis.com"),
    /** Google Places calls that one maps search may make: each is billed. */
    GOOGLE_PLACES_MAX_CALLS: z.coerce.number().int().min(1).max(1000).default(60),
    /** Map tiles as `{z}/{x}/{y}` addresses. */
    TILE_URL: optionalText,
    /** Unset: Evolution where EVOLUTION_URL or the sandbox gives its address. */
    WHATSAPP_PROVIDER: z.preprocess(
      (value) => value || undefined,
      z.enum(["baileys", "evolution", "cloud"]).optional(),
    ),
    /** For `baileys`: the address of WhatsApp Web's socket, and the version told to it when its own is refused. */
    WHATSAPP_WEB_URL: z.url().default("wss://web.whatsapp.com/ws/chat"),
    /** WhatsApp's file servers by another name, with its port: tests have one of their own. */
    WHATSAPP_MEDIA_HOST: optionalText,
    WHATSAPP_WEB_VERSION: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .regex(/^\d{1,9}\.\d{1,9}\.\d{1,12}$/)
        .optional(),
    ),
    EVOLUTION_URL: optionalUrl,
    EVOLUTION_API_KEY: optionalText,
    /** For `cloud`: Meta's Graph API with its version, and what the Meta app shares with us for its webhooks. */
    GRAPH_URL: z.url().default("https://graph.facebook.com/v25.0"),
    META_APP_SECRET: optionalText,
    META_VERIFY_TOKEN: optionalText,
    /** The address at which the WhatsApp provider reaches this application. */
    WEBHOOK_URL: optionalUrl,
    MEDIA_DIR: z.string().min(1).default(".data/media"),
    MEDIA_S3_ENDPOINT: optionalUrl,
    MEDIA_S3_BUCKET: optionalText,
    MEDIA_S3_REGION: z.string().default("us-east-1"),
    MEDIA_S3_ACCESS_KEY: optionalText,
    MEDIA_S3_SECRET_KEY: optionalText,
    /** Files of messages beyond this are not fetched, whatever WhatsApp allows. */
    MEDIA_MAX_BYTES: z.coerce.number().int().min(1).default(100_000_000),
    MEDIA_KEPT_MONTHS: z.coerce.number().int().min(1).max(1_200).default(12),
    SMTP_URL: optionalText,
    MAIL_FROM: z.string().min(3).default("Garimpo <nao-responda@garimpo.example>"),
    CRAWLER_CONTACT: z.string().default("https://garimpo.example/robo"),
    CRAWLER_DELAY_MS: z.coerce.number().int().min(0).default(1000),
    CAMPAIGN_PAUSE_MIN_MS: z.coerce.number().int().min(0).default(20_000),
    CAMPAIGN_PAUSE_MAX_MS: z.coerce.number().int().min(0).default(60_000),
    WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(8),
    SECURE_COOKIES: flag.optional(),
  })
  .refine((env) => env.CAMPAIGN_PAUSE_MAX_MS >= env.CAMPAIGN_PAUSE_MIN_MS, {
    message: "CAMPAIGN_PAUSE_MAX_MS must not be below CAMPAIGN_PAUSE_MIN_MS",
  })
  .refine(
    (env) =>
      !env.MEDIA_S3_ENDPOINT ||
      (env.MEDIA_S3_BUCKET && env.MEDIA_S3_ACCESS_KEY && env.MEDIA_S3_SECRET_KEY),
    {
      message:
        "MEDIA_S3_ENDPOINT needs MEDIA_S3_BUCKET, MEDIA_S3_ACCESS_KEY and MEDIA_S3_SECRET_KEY",
    },
  )
  .refine((env) => env.GARIMPO_MODE !== "production" || !env.SANDBOX_URL, {
    message: "SANDBOX_URL must not be set in production: the sandbox is not the world",
  })
  .refine((env) => env.GARIMPO_MODE !== "production" || env.APP_URL.startsWith("https://"), {
    message: "APP_URL must be https in production",
  })
  .refine(
    (env) => env.GARIMPO_MODE !== "production" || env.WHATSAPP_PROVIDER || env.EVOLUTION_URL,
    {
      message:
        "WHATSAPP_PROVIDER must be set in production: to baileys, whose worker connects the phones itself, to evolution with EVOLUTION_URL and EVOLUTION_API_KEY, or to cloud with META_APP_SECRET and META_VERIFY_TOKEN",
    },
  )
  .refine((env) => env.WHATSAPP_PROVIDER !== "evolution" || env.EVOLUTION_URL || env.SANDBOX_URL, {
    message: "EVOLUTION_URL must be set when WHATSAPP_PROVIDER is evolution",
  })
  .refine(
    ({ EVOLUTION_URL, EVOLUTION_API_KEY, WHATSAPP_PROVIDER = "evolution" }) =>
      !EVOLUTION_URL || WHATSAPP_PROVIDER !== "evolution" || EVOLUTION_API_KEY,
    {
      message: "EVOLUTION_API_KEY must be set with EVOLUTION_URL",
    },
  )
  .refine(
    (env) => env.WHATSAPP_PROVIDER !== "cloud" || (env.META_APP_SECRET && env.META_VERIFY_TOKEN),
    {
      message:
        "META_APP_SECRET and META_VERIFY_TOKEN must be set when WHATSAPP_PROVIDER is cloud: without them nobody can tell Meta's webhooks from forged ones",
    },
  );

// biome-ignore lint/style/noProcessEnv: the one place that reads the environment.
const parsed = Env.safeParse(process.env);
if (!parsed.success) {
  throw new Error(`Invalid environment:\n${z.prettifyError(parsed.error)}`);
}

const evolutionUrl = parsed.data.EVOLUTION_URL ?? joinUrl(parsed.data.SANDBOX_URL, "/evolution");

export const env = {
  ...parsed.data,
  secureCookies: parsed.data.SECURE_COOKIES ?? parsed.data.APP_URL.startsWith("https://"),
  searxngUrl: parsed.data.SEARXNG_URL ?? joinUrl(parsed.data.SANDBOX_URL, "/searxng"),
  overpassUrl:
    parsed.data.OVERPASS_URL ??
    joinUrl(parsed.data.SANDBOX_URL, "/overpass/api/interpreter") ??
    "https://overpass-api.de/api/interpreter",
  nominatimUrl:
    parsed.data.NOMINATIM_URL ??
    joinUrl(parsed.data.SANDBOX_URL, "/nominatim") ??
    "https://nominatim.openstreetmap.org",
  ibgeUrl:
    parsed.data.IBGE_URL ??
    joinUrl(parsed.data.SANDBOX_URL, "/ibge") ??
    "https://servicodados.ibge.gov.br",
  tileUrl:
    parsed.data.TILE_URL ??
    (parsed.data.SANDBOX_URL
      ? `${parsed.data.SANDBOX_URL.replace(/\/$/, "")}/tiles/{z}/{x}/{y}.png`
      : "https://tile.openstreetmap.org/{z}/{x}/{y}.png"),
  evolutionUrl,
  /** Null when there is none: connecting a phone then answers that the service is unavailable. */
  whatsappProvider: parsed.data.WHATSAPP_PROVIDER ?? (evolutionUrl ? "evolution" : null),
  webhookUrl: parsed.data.WEBHOOK_URL ?? parsed.data.APP_URL,
};

function joinUrl(base: string | undefined, path: string): string | undefined {
  return base && new URL(path, base).toString();
}
