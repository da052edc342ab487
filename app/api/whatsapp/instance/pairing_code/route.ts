import { whatsapp } from "@/lib/contracts/whatsapp";
import { route } from "@/server/http/route";
import { pairWithCode } from "@/server/whatsapp/whatsapp.service";

export const POST = route(whatsapp.pairWithCode, ({ actor, body }) =>
  pairWithCode(actor.userId, body.phone),
);
