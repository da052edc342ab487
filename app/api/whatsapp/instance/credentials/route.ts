import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { connectCloud } from "@/server/messaging/whatsapp/cloud-connection.service";
import { route } from "@/server/platform/http/route";

export const POST = route(whatsapp.connectCloud, ({ actor, query, body }) =>
  connectCloud(actor.ownerId, query.number_id ?? "default", body),
);
