import { radars } from "@/lib/contracts/radar/radars";
import { route } from "@/server/platform/http/route";
import { listFindings } from "@/server/radar/radars/radar-findings.service";

export const GET = route(radars.findings, ({ actor, params, query }) =>
  listFindings(actor, params.id, query),
);
