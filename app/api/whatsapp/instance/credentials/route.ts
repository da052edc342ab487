import { whatsapp } from "@/lib/contracts/whatsapp";
import { route } from "@/server/http/route";
import { connectCloud } from "@/server/whatsapp/cloud-connection.service";

export const POST = route(whatsapp.connectCloud, ({ actor, body }) =>
  connectCloud(actor.userId, body),
);
