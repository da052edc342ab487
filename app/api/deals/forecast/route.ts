import { deals } from "@/lib/contracts/insights/deals";
import { getForecast } from "@/server/insights/deals/deals.service";
import { route } from "@/server/platform/http/route";

export const GET = route(deals.forecast, ({ actor }) => getForecast(actor));
