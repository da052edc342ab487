export interface SandboxOptions {
  /** 0 chooses a free port. */
  port: number;
  dataDir: string;
  /** How long a phone takes to react. */
  phoneDelayMs: number;
  evolutionApiKey: string;
  /** Establishments in each month of the company registry. */
  registryRows?: number;
  /** How long a QR Code can be scanned. */
  qrLifeMs?: number;
  /** Delay before a webhook's first retry; doubles with every further one. */
  webhookRetryMs?: number;
  /** The address for webhooks of Meta's Cloud API, and the secret that signs them; without it none are posted. */
  graphWebhook?: { url: string; appSecret: string };
  /** The address for Stripe's webhooks, and the secret that signs them; without it none are posted. */
  stripeWebhook?: { url: string; secret: string };
  /** 0 chooses a free port; without it no mail server is started. */
  smtpPort?: number;
}
