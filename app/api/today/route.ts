import { today } from "@/lib/contracts/insights/today";
import { getToday } from "@/server/insights/today/today.service";
import { route } from "@/server/platform/http/route";

export const GET = route(today.get, ({ actor }) => getToday(actor));
