import { whatsapp } from "@/lib/contracts/whatsapp";
import { route } from "@/server/http/route";
import { connectInstance } from "@/server/whatsapp/whatsapp.service";

export const POST = route(whatsapp.connect, ({ actor }) => connectInstance(actor.userId));
