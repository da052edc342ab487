import {
  AlarmClock,
  ArrowRightLeft,
  BellOff,
  BellRing,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleDot,
  CircleSlash,
  CreditCard,
  Crown,
  FileUp,
  Flag,
  Handshake,
  ListPlus,
  ListX,
  type LucideIcon,
  MessageSquareReply,
  MessageSquareX,
  Plug,
  Rocket,
  Search,
  SearchCheck,
  Send,
  Trash2,
  Undo2,
  Unplug,
  UserPlus,
} from "lucide-react";
import { cn } from "@/components/ui/cn";
import { EVENT_TYPES, type EventType } from "@/lib/domain/events/event-types";

/** By the names that the descriptors give. */
const ICONS: Record<string, LucideIcon> = {
  "alarm-clock": AlarmClock,
  "bell-off": BellOff,
  "bell-ring": BellRing,
  "calendar-check": CalendarCheck,
  "calendar-clock": CalendarClock,
  "calendar-x": CalendarX,
  "circle-slash": CircleSlash,
  "arrow-right-left": ArrowRightLeft,
  "credit-card": CreditCard,
  crown: Crown,
  "file-up": FileUp,
  flag: Flag,
  handshake: Handshake,
  "list-plus": ListPlus,
  "list-x": ListX,
  "message-square-reply": MessageSquareReply,
  "message-square-x": MessageSquareX,
  plug: Plug,
  rocket: Rocket,
  search: Search,
  "search-check": SearchCheck,
  send: Send,
  "trash-2": Trash2,
  "undo-2": Undo2,
  unplug: Unplug,
  "user-plus": UserPlus,
};

const TONE: Record<string, string> = {
  primary: "bg-primary-soft text-primary-text",
  success: "bg-success-soft text-success-text",
  info: "bg-info-soft text-info-text",
  danger: "bg-danger-soft text-danger-text",
  warning: "bg-gold-light/40 text-foreground",
  "muted-foreground": "bg-muted text-muted-foreground",
};

export function EventIcon({ type, small = false }: { type: string; small?: boolean }) {
  const descriptor = EVENT_TYPES[type as EventType];
  const Icon = ICONS[descriptor?.icon ?? ""] ?? CircleDot;
  return (
    <span
      className={cn(
        "grid shrink-0 place-items-center",
        small ? "size-6 rounded-md" : "size-8 rounded-lg",
        TONE[descriptor?.color ?? "muted-foreground"],
      )}
      aria-hidden
    >
      <Icon className={small ? "size-3.5" : "size-4"} />
    </span>
  );
}
