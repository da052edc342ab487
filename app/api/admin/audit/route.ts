import { admin } from "@/lib/contracts/admin";
import { listAuditEntries } from "@/server/audit/audit.service";
import { route } from "@/server/http/route";

export const GET = route(admin.audit, ({ query }) => listAuditEntries(query));
