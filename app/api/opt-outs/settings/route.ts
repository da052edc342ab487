import { optOuts } from "@/lib/contracts/opt-outs";
import {
  getOptOutSettings,
  saveOptOutSettings,
} from "@/server/blocked-numbers/blocked-numbers.service";
import { route } from "@/server/http/route";

export const GET = route(optOuts.settings, ({ actor }) => getOptOutSettings(actor));
export const PUT = route(optOuts.saveSettings, ({ actor, body }) =>
  saveOptOutSettings(actor, body),
);
