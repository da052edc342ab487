import { privacyNotice } from "@/lib/contracts/custody/privacy-notice";
import { listRetentionRows } from "@/server/custody/retention/retention.service";
import { route } from "@/server/platform/http/route";

export const GET = route(privacyNotice.retention, () => listRetentionRows());
