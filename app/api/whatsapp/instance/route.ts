import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { getInstance } from "@/server/messaging/whatsapp/connection.service";
import { route } from "@/server/platform/http/route";

export const GET = route(whatsapp.instance, ({ actor, query }) =>
  getInstance(actor.ownerId, query.number_id ?? "default"),
);
