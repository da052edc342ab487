import { whatsapp } from "@/lib/contracts/whatsapp";
import { route } from "@/server/http/route";
import { disconnectInstance } from "@/server/whatsapp/whatsapp.service";

export const POST = route(whatsapp.disconnect, ({ actor }) => disconnectInstance(actor.userId));
