import { serveText } from "@/server/platform/http/serve-text";
import { readNotices } from "./notices.service";

export const noticesRoute = serveText(
  "GET /api/licences",
  { "content-type": "text/plain; charset=utf-8" },
  readNotices,
);
