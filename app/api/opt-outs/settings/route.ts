import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import {
  getOptOutSettings,
  saveOptOutSettings,
} from "@/server/messaging/blocked-numbers/blocked-numbers.service";
import { route } from "@/server/platform/http/route";

export const GET = route(optOuts.settings, ({ actor }) => getOptOutSettings(actor));
export const PUT = route(optOuts.saveSettings, ({ actor, body }) =>
  saveOptOutSettings(actor, body),
);
