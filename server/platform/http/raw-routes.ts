import { EXPORT_FILE_PATH } from "@/lib/contracts/custody/account-exports";
import { CANNED_FILE_PATH } from "@/lib/contracts/messaging/canned-answers";
import { MEDIA_PATH } from "@/lib/contracts/messaging/chat";
import { PRIVACY_EXPORT_PATH } from "@/lib/contracts/privacy/privacy";
import { NOTICES_PATH } from "@/lib/paths";

/** Endpoints without a contract: streams, webhooks, downloads. */
export const RAW_ROUTES = [
  { method: "GET", path: "/api/stream" },
  { method: "GET", path: "/api/metrics" },
  { method: "GET", path: "/api/openapi.json" },
  { method: "GET", path: "/api/docs" },
  { method: "GET", path: NOTICES_PATH },
  { method: "GET", path: "/api/leads/export" },
  { method: "GET", path: "/api/account_actions/export" },
  { method: "GET", path: "/api/opt-outs/export" },
  { method: "GET", path: "/api/prospecting/activities/{id}/recipients/export" },
  { method: "GET", path: "/api/registry/export" },
  { method: "GET", path: "/api/imports/template" },
  { method: "GET", path: "/api/imports/{id}/refused" },
  { method: "GET", path: PRIVACY_EXPORT_PATH },
  { method: "GET", path: MEDIA_PATH },
  { method: "GET", path: CANNED_FILE_PATH },
  { method: "GET", path: EXPORT_FILE_PATH },
  { method: "POST", path: "/api/webhooks/evolution/{secret}" },
  { method: "GET", path: "/api/webhooks/whatsapp-cloud" },
  { method: "POST", path: "/api/webhooks/whatsapp-cloud" },
  { method: "POST", path: "/api/webhooks/stripe" },
] as const;
