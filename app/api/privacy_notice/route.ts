import { privacyNotice } from "@/lib/contracts/custody/privacy-notice";
import { readPrivacyNotice } from "@/server/custody/retention/retention.service";
import { route } from "@/server/platform/http/route";

export const GET = route(privacyNotice.read, () => readPrivacyNotice());
