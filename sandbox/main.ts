import { startSandbox } from "./server";

// biome-ignore lint/style/noProcessEnv: an entry point reads its own settings.
const env = process.env;

const sandbox = await startSandbox({
  port: Number(env.SANDBOX_PORT ?? 4010),
  dataDir: env.SANDBOX_DATA_DIR ?? ".data/sandbox",
  phoneDelayMs: Number(env.SANDBOX_PHONE_DELAY_MS ?? 1500),
  // The demonstration's number: a month differs little from the previous one.
  registryRows: Number(env.REGISTRY_DEMO_ROWS ?? 50_000),
  evolutionApiKey: env.EVOLUTION_API_KEY ?? "sandbox-key",
  ...(env.META_APP_SECRET && {
    graphWebhook: {
      url: new URL("/api/webhooks/whatsapp-cloud", env.WEBHOOK_URL ?? env.APP_URL).toString(),
      appSecret: env.META_APP_SECRET,
    },
  }),
  ...((env.WEBHOOK_URL ?? env.APP_URL) && {
    stripeWebhook: {
      url: new URL("/api/webhooks/stripe", env.WEBHOOK_URL ?? env.APP_URL).toString(),
      secret: env.STRIPE_WEBHOOK_SECRET || "whsec_sandbox",
    },
  }),
  smtpPort: Number(env.SANDBOX_SMTP_PORT ?? 4025),
});
let isClosing = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (isClosing) return;
    isClosing = true;
    void sandbox.close().then(() => process.exit(0));
  });
}
// The IPC channel closes when the launcher dies, however it dies.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// Printed last: the launcher may send a signal as soon as it reads this line.
console.log(`sandbox listening on ${sandbox.url}`);
