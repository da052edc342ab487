import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { pairWithCode } from "@/server/messaging/whatsapp/pairing.service";
import { route } from "@/server/platform/http/route";

export const POST = route(whatsapp.pairWithCode, ({ actor, query, body }) =>
  pairWithCode(actor, query.number_id ?? "default", body.phone),
);
