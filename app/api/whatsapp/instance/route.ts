import { whatsapp } from "@/lib/contracts/whatsapp";
import { route } from "@/server/http/route";
import { getInstance } from "@/server/whatsapp/whatsapp.service";

export const GET = route(whatsapp.instance, ({ actor }) => getInstance(actor.userId));
