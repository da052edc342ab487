import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { disconnectInstance } from "@/server/messaging/whatsapp/pairing.service";
import { route } from "@/server/platform/http/route";

export const POST = route(whatsapp.disconnect, ({ actor, query }) =>
  disconnectInstance(actor.ownerId, query.number_id ?? "default"),
);
