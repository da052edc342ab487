/**
 * npm run secrets:reseal: encrypts secrets that are stored under AUTH_SECRET_ACCEPTED, or in the form of an older version,
 * again: under AUTH_SECRET and bound to their row. Sends the WhatsApp gateway the webhook addresses that follow from the
 * new secret. It may run while everything else runs, and be repeated. Exits 1 when something is left.
 */
import { resealFactors } from "@/server/accounts/second-factor/second-factor.service";
import { resealWebhooks } from "@/server/integrations/webhook-endpoints/webhook-endpoints.service";
import { resealKeys } from "@/server/messaging/sockets/auth-keys.service";
import { renewWebhooks, resealTokens } from "@/server/messaging/whatsapp/rotation.service";
import { closeDatabase } from "@/server/platform/db/sql";
import { resealErasureKey } from "@/server/platform/erased-keys/erased-keys.service";
import { setBinding } from "@/server/platform/secrets";
import { checkInstallation, resealWord } from "@/server/platform/system/installation.service";

await checkInstallation();
setBinding(true);
console.log(`keys of phones: ${await resealKeys()} sealed again`);
console.log(`tokens of WhatsApp: ${await resealTokens()} sealed again`);
console.log(`secrets of webhooks: ${await resealWebhooks()} sealed again`);
console.log(`second factors: ${await resealFactors()} sealed again`);
console.log(`key of erased people: ${(await resealErasureKey()) ? 1 : 0} sealed again`);
const { renewed, failed } = await renewWebhooks();
console.log(`addresses at the WhatsApp gateway: ${renewed} renewed, ${failed} failed`);
await resealWord();
await closeDatabase();
if (failed > 0) {
  console.error("Run it again before the former secret is taken away: the log names the accounts.");
  process.exitCode = 1;
}
