import { messagePrices } from "@/lib/contracts/backoffice/message-prices";
import { listPrices, setPrice } from "@/server/messaging/prices/prices.service";
import { route } from "@/server/platform/http/route";

export const GET = route(messagePrices.list, () => listPrices());
export const POST = route(messagePrices.set, ({ actor, body }) => setPrice(actor, body));
