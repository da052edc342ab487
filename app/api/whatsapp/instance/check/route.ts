import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { checkInstance } from "@/server/messaging/whatsapp/connection.service";
import { route } from "@/server/platform/http/route";

export const POST = route(whatsapp.check, ({ actor, query }) =>
  checkInstance(actor.ownerId, query.number_id ?? "default"),
);
