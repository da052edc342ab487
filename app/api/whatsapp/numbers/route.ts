import { ownNumbers } from "@/lib/contracts/messaging/numbers";
import { addNumber, listNumbers } from "@/server/messaging/whatsapp/numbers.service";
import { route } from "@/server/platform/http/route";

export const GET = route(ownNumbers.list, ({ actor }) => listNumbers(actor));

export const POST = route(ownNumbers.create, ({ actor, body }) => addNumber(actor, body));
