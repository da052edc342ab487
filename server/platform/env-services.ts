import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { isSafeIssuer, type Settings } from "./env-fields";

/** Null when nothing is sold. */
export function readPayments({
  SANDBOX_URL,
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
  ...set
}: Settings) {
  const { STRIPE_API_URL: apiUrl = "https://api.stripe.com" } = set;
  if (STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET) {
    return {
      secretKey: STRIPE_SECRET_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      apiUrl,
      prices: {
        monthly: set.STRIPE_PRICE_MONTHLY,
        quarterly: set.STRIPE_PRICE_QUARTERLY,
        annual: set.STRIPE_PRICE_ANNUAL,
      },
      formerPrices: set.STRIPE_PRO_PRICES ?? [],
      hasPortal: set.STRIPE_PORTAL ?? false,
    };
  }
  if (!SANDBOX_URL) return null;
  // The sandbox accepts any key, and signs with this secret unless it is started with another.
  return {
    secretKey: "sk_test_sandbox",
    webhookSecret: "whsec_sandbox",
    apiUrl: set.STRIPE_API_URL ?? SANDBOX_URL,
    prices: { monthly: "price_monthly", quarterly: "price_quarterly", annual: "price_annual" },
    formerPrices: [],
    hasPortal: true,
  };
}

interface Issuer {
  provider: SignInProvider;
  name: string;
  /** The issuer's address, below which it publishes its metadata. */
  address: string;
  clientId: string;
  clientSecret: string;
}

/** The configured providers, in the order of their buttons; the sandbox's where none is configured. */
export function readIssuers(set: Settings): readonly Issuer[] {
  const known: { [Name in keyof Issuer]: Issuer[Name] | undefined }[] = [
    {
      provider: "google",
      name: "Google",
      address: "https://accounts.google.com",
      clientId: set.GOOGLE_CLIENT_ID,
      clientSecret: set.GOOGLE_CLIENT_SECRET,
    },
    {
      provider: "microsoft",
      name: "Microsoft",
      address: `https://login.microsoftonline.com/${set.MICROSOFT_TENANT}/v2.0`,
      clientId: set.MICROSOFT_CLIENT_ID,
      clientSecret: set.MICROSOFT_CLIENT_SECRET,
    },
    {
      provider: "oidc",
      name: set.OIDC_NAME,
      address: set.OIDC_ISSUER,
      clientId: set.OIDC_CLIENT_ID,
      clientSecret: set.OIDC_CLIENT_SECRET,
    },
  ];
  const configured = known.filter((issuer): issuer is Issuer => issuer.clientId !== undefined);
  const sandbox = joinUrl(set.SANDBOX_URL, "/issuer");
  if (configured.length > 0 || !sandbox || !isSafeIssuer(sandbox)) return configured;
  return [
    {
      provider: "oidc",
      name: "Mundo de mentira",
      address: sandbox,
      clientId: "sandbox",
      clientSecret: "sandbox-secret",
    },
  ];
}

/** Undefined without a base. */
export function joinUrl(base: string | undefined, path: string): string | undefined {
  return base && new URL(path, base).toString();
}
