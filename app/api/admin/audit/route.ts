import { admin } from "@/lib/contracts/backoffice/admin";
import { listAuditEntries } from "@/server/platform/audit/audit.service";
import { route } from "@/server/platform/http/route";

export const GET = route(admin.audit, ({ query }) => listAuditEntries(query));
