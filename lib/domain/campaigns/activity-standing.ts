import { formatMessageTime } from "../messages/chat-times";
import { addDays } from "../tasks/task";
import { getSaoPauloDay } from "../time/calendar-day";
import { nameDay } from "../time/day-name";
import { type ActivityStatus, canStopActivity } from "./campaign";
import type { WaitCause } from "./wait-cause";

interface StandingActivity {
  status: ActivityStatus;
  stopping: boolean;
  paused: boolean;
  waits_for: WaitCause | null;
  next_send_at: string | null;
}

/** The state of a campaign, in more detail than its status. `until`: when it continues by itself. */
export type Standing =
  | { kind: "status" }
  | { kind: "stopping" }
  | { kind: "paused_by_person" }
  | { kind: "paused" }
  | { kind: "waits_for_whatsapp" }
  | { kind: "may_be_undone" }
  | { kind: "waits_for_window" | "waits_for_cap" | "waits_for_step"; until: string | null };

/** `connected`: whether the account's WhatsApp is; undefined while that is not known. */
export function findStanding(activity: StandingActivity, connected: boolean | undefined): Standing {
  const { status, stopping, paused, waits_for, next_send_at } = activity;
  if (!canStopActivity(status)) return { kind: "status" };
  if (stopping) return { kind: "stopping" };
  if (paused) return { kind: waits_for === "person" ? "paused_by_person" : "paused" };
  // The campaign itself notices a lost connection with its next message only.
  if (connected === false) return { kind: "waits_for_whatsapp" };
  switch (waits_for) {
    case "undo":
      return { kind: "may_be_undone" };
    case "window":
      return { kind: "waits_for_window", until: next_send_at };
    case "cap":
      return { kind: "waits_for_cap", until: next_send_at };
    case "step":
      return { kind: "waits_for_step", until: next_send_at };
    case "disconnected":
      // The screen knows of the new connection before the campaign does.
      return { kind: connected ? "status" : "waits_for_whatsapp" };
    case "restricted":
    case "templates":
    case "unreachable":
    case "recovering":
      return { kind: "waits_for_whatsapp" };
    default:
      return { kind: "status" };
  }
}

/** "hoje 14:00", "amanhã 9:00", "segunda, 30/11 9:00": a moment in São Paulo, seen from now. */
export function nameMoment(instant: string, now: Date): string {
  const at = new Date(instant);
  const [day, today] = [getSaoPauloDay(at), getSaoPauloDay(now)];
  const name = day === addDays(today, 1) ? "amanhã" : nameDay(day, today).toLowerCase();
  return `${name} ${formatMessageTime(instant).replace(/^0/, "")}`;
}
