import { whatsapp } from "@/lib/contracts/whatsapp";
import { route } from "@/server/http/route";
import { checkInstance } from "@/server/whatsapp/whatsapp.service";

export const POST = route(whatsapp.check, ({ actor }) => checkInstance(actor.userId));
