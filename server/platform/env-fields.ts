import ipaddr from "ipaddr.js";
import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65_535);
const flag = z.stringbool();
const optionalUrl = z.preprocess((value) => value || undefined, z.url().optional());
const optionalText = z.preprocess((value) => value || undefined, z.string().optional());
const priceId = z.string().regex(/^price_\w+$/);
const optionalPrice = z.preprocess((value) => value || undefined, priceId.optional());
const optionalCount = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z.coerce.number().int().min(0).max(100_000).optional(),
);

/** Every variable of the web and the worker, parsed once at startup (env.ts). `.env.example` documents each. */
export const Env = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    /** 'demo' is the embedded default with demonstration accounts; 'production' refuses them and the sandbox. */
    GARIMPO_MODE: z.enum(["demo", "production"]).default("demo"),
    PORT: port.default(3000),
    HOST: z.string().default("0.0.0.0"),
    APP_URL: z.url().default("http://localhost:3000"),
    DATABASE_URL: z.string().min(1),
    /** Connections that this process may open for its statements, besides those for searches and the queue. */
    DATABASE_CONNECTIONS: z.preprocess(
      (value) => value || undefined,
      z.coerce.number().int().min(4).max(200).default(20),
    ),
    REDIS_URL: optionalText,
    AUTH_SECRET: z.string().min(32),
    /** The secret that AUTH_SECRET replaces, or will be replaced by: data sealed or signed with it is accepted, too. */
    AUTH_SECRET_ACCEPTED: z.preprocess(
      (value) => value || undefined,
      z.string().min(32).optional(),
    ),
    /** At most 4: higher ids are given to registered users. */
    ADMIN_USER_ID: z.coerce.number().int().min(1).max(4).default(4),
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    /** Required to read the metrics; without it nobody can read them. */
    METRICS_TOKEN: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .regex(/^\S{16,500}$/, "16 characters or more, without spaces")
        .optional(),
    ),
    /** Port on which a worker serves its metrics, on all addresses of the machine; unset: none. */
    METRICS_PORT: z.preprocess((value) => value || undefined, port.optional()),
    /** The collector that gets traces by OTLP over HTTP; unset: nothing is traced. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z.preprocess(
      (value) => value || undefined,
      z.url({ protocol: /^https?$/, error: "an http or https address" }).optional(),
    ),
    /** Headers that the collector requires: "name=value,name=value". */
    OTEL_EXPORTER_OTLP_HEADERS: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .max(4_000)
        .regex(/^[\w-]+=[^,=\s][^,\s]*(?:,[\w-]+=[^,=\s][^,\s]*)*$/, "name=value,name=value")
        .optional(),
    ),
    OTEL_EXPORTER_OTLP_PROTOCOL: z.preprocess(
      (value) => value || undefined,
      z.literal("http/json", "only http/json is spoken").optional(),
    ),
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
    /** For `baileys`: the address of WhatsApp Web's socket, and the version sent to it when our own is refused. */
    WHATSAPP_WEB_URL: z.url().default("wss://web.whatsapp.com/ws/chat"),
    /** How long a connection may be quiet before it is probed. */
    WHATSAPP_PROBE_SECONDS: z.preprocess(
      (value) => value || undefined,
      z.coerce.number().min(0.05).max(86_400).default(90),
    ),
    /** WhatsApp's file servers by another name, with its port: tests use a separate one. */
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
    GRAPH_URL: z.url().default("https://graph.facebook.com/v26.0"),
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
    /** Larger files of messages are not fetched, even if WhatsApp allows them. */
    MEDIA_MAX_BYTES: z.coerce.number().int().min(1).default(100_000_000),
    MEDIA_KEPT_MONTHS: z.coerce.number().int().min(1).max(1_200).default(12),
    /** Unset: messages are kept as long as their account. Caps on first contacts look back a month. */
    MESSAGES_KEPT_MONTHS: z.preprocess(
      (value) => value || undefined,
      z.coerce.number().int().min(3).max(1_200).optional(),
    ),
    /** Folders of the federal registry's files, and of their refused lines. */
    REGISTRY_DIR: z.string().min(1).default(".data/registry"),
    /** Where the Receita publishes them: a folder shared by Nextcloud, whose token may change. */
    REGISTRY_SHARE_URL: optionalUrl,
    REGISTRY_SHARE_TOKEN: optionalText,
    /** A month with fewer establishments is not served. */
    REGISTRY_MIN_ROWS: z.preprocess(
      (value) => value || undefined,
      z.coerce.number().int().min(0).optional(),
    ),
    /**
     * Who writes the suggested replies; without it they are our own texts. `compatible` is any OpenAI-compatible
     * address.
     */
    AI_PROVIDER: z.preprocess(
      (value) => value || undefined,
      z.enum(["openai", "anthropic", "google", "compatible"]).optional(),
    ),
    AI_MODEL: optionalText,
    AI_API_KEY: optionalText,
    /** For `compatible`: its address up to the version, such as http://127.0.0.1:11434/v1. */
    AI_URL: optionalUrl,
    /** Calls of the model for one account and day. */
    AI_DAILY_CALLS: z.coerce.number().int().min(0).max(100_000).default(200),
    /** Payment: set both or neither. Without them the sandbox's payment page is used, or nothing is sold. */
    STRIPE_SECRET_KEY: optionalText,
    STRIPE_WEBHOOK_SECRET: optionalText,
    /** Another server that speaks Stripe's protocol: tests have one. */
    STRIPE_API_URL: optionalUrl,
    /** The ids of the prices at which the three plans are sold; a plan without one is not. */
    STRIPE_PRICE_MONTHLY: optionalPrice,
    STRIPE_PRICE_QUARTERLY: optionalPrice,
    STRIPE_PRICE_ANNUAL: optionalPrice,
    /** The ids of the prices that were sold before, and still give PRO: no other price of the Stripe account does. */
    STRIPE_PRO_PRICES: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .transform((list) => list.split(",").map((id) => id.trim()))
        .pipe(z.array(priceId).max(100))
        .optional(),
    ),
    /** True where Stripe's customer portal is set up. */
    STRIPE_PORTAL: z.preprocess((value) => value || undefined, flag.optional()),
    /** Identity providers at the login: each with its id and its secret, or not at all. */
    GOOGLE_CLIENT_ID: optionalText,
    GOOGLE_CLIENT_SECRET: optionalText,
    MICROSOFT_CLIENT_ID: optionalText,
    MICROSOFT_CLIENT_SECRET: optionalText,
    /** Whose accounts Microsoft may vouch for: those of a tenant's id, or all. */
    MICROSOFT_TENANT: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .regex(/^[A-Za-z0-9.-]{1,100}$/)
        .default("common"),
    ),
    /** Any other OpenID Connect provider, by its address and the name that users know it by. */
    OIDC_ISSUER: optionalUrl,
    OIDC_CLIENT_ID: optionalText,
    OIDC_CLIENT_SECRET: optionalText,
    OIDC_NAME: z.preprocess((value) => value || undefined, z.string().trim().max(40).optional()),
    SMTP_URL: optionalText,
    /** Where people who need help write to. */
    SUPPORT_EMAIL: z.preprocess((value) => value || undefined, z.email().optional()),
    MAIL_FROM: z
      .string()
      .refine(
        isSender,
        "an address, or a name and an address: Garimpo <nao-responda@garimpo.example>",
      )
      .default("Garimpo <nao-responda@garimpo.example>"),
    CRAWLER_CONTACT: z.string().default("https://garimpo.example/robo"),
    CRAWLER_DELAY_MS: z.coerce.number().int().min(0).default(1000),
    /** The price of a campaign's message in credits of the day. */
    CREDITS_PER_MESSAGE: z.coerce.number().int().min(0).max(1_000).default(0),
    CAMPAIGN_PAUSE_MIN_MS: z.coerce.number().int().min(0).default(20_000),
    CAMPAIGN_PAUSE_MAX_MS: z.coerce.number().int().min(0).default(60_000),
    /** Approximate number of messages between two rests; 0 for none. */
    CAMPAIGN_REST_AFTER: optionalCount,
    CAMPAIGN_REST_MIN_MS: z.coerce.number().int().min(0).default(300_000),
    CAMPAIGN_REST_MAX_MS: z.coerce.number().int().min(0).default(720_000),
    /**
     * First contacts per hour, and per day by days since the pairing ("10,15,20": the last value stays valid); 0 for no
     * limit.
     */
    CAMPAIGN_HOURLY_CAP: optionalCount,
    CAMPAIGN_DAILY_CAPS: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .regex(/^\d{1,5}(,\d{1,5}){0,99}$/)
        .optional(),
    ),
    /** When messages go out, in São Paulo: "09:00-18:00", and weekdays from 1 (Monday) to 7. */
    CAMPAIGN_WINDOW: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/)
        .optional(),
    ),
    CAMPAIGN_WEEKDAYS: z.preprocess(
      (value) => value || undefined,
      z
        .string()
        .regex(/^[1-7](,[1-7]){0,6}$/)
        .optional(),
    ),
    /** Percent of the latest messages that may fail, or bring an opt-out, before a run pauses; 0 for no limit. */
    CAMPAIGN_MAX_FAILURE_PERCENT: optionalCount,
    CAMPAIGN_MAX_OPT_OUT_PERCENT: optionalCount,
    /** Days between two messages of repeating campaigns to one person; 0 for no limit. */
    CAMPAIGN_REPEAT_MIN_DAYS: optionalCount,
    WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(8),
    SECURE_COOKIES: flag.optional(),
  })
  .refine((env) => env.CAMPAIGN_PAUSE_MAX_MS >= env.CAMPAIGN_PAUSE_MIN_MS, {
    message: "CAMPAIGN_PAUSE_MAX_MS must not be below CAMPAIGN_PAUSE_MIN_MS",
  })
  .refine((env) => env.CAMPAIGN_REST_MAX_MS >= env.CAMPAIGN_REST_MIN_MS, {
    message: "CAMPAIGN_REST_MAX_MS must not be below CAMPAIGN_REST_MIN_MS",
  })
  .refine(
    ({ CAMPAIGN_WINDOW = "" }) =>
      CAMPAIGN_WINDOW === "" || CAMPAIGN_WINDOW.slice(0, 5) < CAMPAIGN_WINDOW.slice(6),
    { message: "CAMPAIGN_WINDOW must end after it begins" },
  )
  .refine(
    ({ MEDIA_S3_ENDPOINT, MEDIA_S3_BUCKET, MEDIA_S3_ACCESS_KEY, MEDIA_S3_SECRET_KEY }) =>
      areTogether(MEDIA_S3_ENDPOINT, MEDIA_S3_BUCKET, MEDIA_S3_ACCESS_KEY, MEDIA_S3_SECRET_KEY),
    {
      message:
        "MEDIA_S3_ENDPOINT, MEDIA_S3_BUCKET, MEDIA_S3_ACCESS_KEY and MEDIA_S3_SECRET_KEY must be set together, or none of them",
    },
  )
  .refine((env) => !env.OTEL_EXPORTER_OTLP_HEADERS || env.OTEL_EXPORTER_OTLP_ENDPOINT, {
    message: "OTEL_EXPORTER_OTLP_ENDPOINT must be set with OTEL_EXPORTER_OTLP_HEADERS",
  })
  .refine(({ OTEL_EXPORTER_OTLP_ENDPOINT: url }) => !url || !/[?#]|\/\/[^/]*@/.test(url), {
    message:
      "OTEL_EXPORTER_OTLP_ENDPOINT is an address without user, query and fragment: /v1/traces is added to it",
  })
  .refine((env) => !env.AI_PROVIDER || env.AI_MODEL, {
    message: "AI_MODEL must be set with AI_PROVIDER",
  })
  .refine((env) => env.AI_PROVIDER !== "compatible" || env.AI_URL, {
    message: "AI_URL must be set when AI_PROVIDER is compatible",
  })
  .refine((env) => !env.AI_PROVIDER || env.AI_PROVIDER === "compatible" || env.AI_API_KEY, {
    message: "AI_API_KEY must be set with AI_PROVIDER",
  })
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
  .refine((env) => !env.STRIPE_SECRET_KEY === !env.STRIPE_WEBHOOK_SECRET, {
    message:
      "STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together: one buys, the other says what was bought",
  })
  .refine(
    ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret }) =>
      (!key || /^[sr]k_/.test(key)) && (!secret || secret.startsWith("whsec_")),
    {
      message:
        "STRIPE_SECRET_KEY begins with sk_ or rk_, and STRIPE_WEBHOOK_SECRET with whsec_: are they exchanged?",
    },
  )
  .refine((env) => !env.SMTP_URL || /^smtps?:\/\/[^/]/.test(env.SMTP_URL), {
    message: "SMTP_URL must be an address such as smtps://user:password@smtp.example",
  })
  .refine(
    (env) =>
      !env.STRIPE_SECRET_KEY ||
      env.STRIPE_PRICE_MONTHLY ||
      env.STRIPE_PRICE_QUARTERLY ||
      env.STRIPE_PRICE_ANNUAL ||
      env.STRIPE_PRO_PRICES,
    {
      message:
        "STRIPE_PRICE_MONTHLY, STRIPE_PRICE_QUARTERLY or STRIPE_PRICE_ANNUAL must be set with STRIPE_SECRET_KEY: without a price nothing is sold, and no payment gives PRO",
    },
  )
  .refine((env) => !env.GOOGLE_CLIENT_ID === !env.GOOGLE_CLIENT_SECRET, {
    message: "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together",
  })
  .refine((env) => !env.MICROSOFT_CLIENT_ID === !env.MICROSOFT_CLIENT_SECRET, {
    message: "MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET must be set together",
  })
  .refine(
    ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME }) =>
      areTogether(OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME),
    {
      message:
        "OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_NAME must be set together: the name is what people read at the login",
    },
  )
  .refine((env) => !env.OIDC_ISSUER || isSafeIssuer(env.OIDC_ISSUER), {
    message: "OIDC_ISSUER must be https; http is for an address of this machine",
  })
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

export type Settings = z.infer<typeof Env>;

/** The issuer's answers about users are used as they come: only over TLS, or from this machine itself. */
export function isSafeIssuer(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** All of them, or none. */
function areTogether(...values: (string | undefined)[]): boolean {
  return new Set(values.map(Boolean)).size === 1;
}

/** `person@host`, or the same in angle brackets behind a name. */
function isSender(text: string): boolean {
  const address = text.endsWith(">") ? text.slice(text.indexOf("<") + 1, -1) : text.trim();
  return z.email().safeParse(address).success;
}

/**
 * An address that strangers can reach: over TLS, and by a name or an address that is not of this machine or its
 * network.
 */
export function isPublicAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (protocol !== "https:") return false;
  const host = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return ipaddr.parse(host).range() === "unicast";
  return host.includes(".") && !/\.(?:localhost|local|internal|test)$/.test(host);
}
