import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { connectInstance } from "@/server/messaging/whatsapp/pairing.service";
import { route } from "@/server/platform/http/route";

export const POST = route(whatsapp.connect, ({ actor, query }) =>
  connectInstance(actor, query.number_id ?? "default"),
);
