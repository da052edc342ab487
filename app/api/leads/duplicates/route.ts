import { duplicates } from "@/lib/contracts/leads/duplicates";
import { listDuplicates } from "@/server/leads/duplicates/duplicates.service";
import { route } from "@/server/platform/http/route";

export const GET = route(duplicates.list, ({ actor, query }) => listDuplicates(actor, query));
