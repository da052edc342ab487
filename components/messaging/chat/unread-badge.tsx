import { countOf, formatNumber } from "@/lib/format";

const MAX_SHOWN_UNREAD = 99;

/** Nothing for zero. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-success-text px-1.5 font-semibold text-[0.6875rem] text-card tabular-nums">
      <span aria-hidden>
        {count > MAX_SHOWN_UNREAD ? `${MAX_SHOWN_UNREAD}+` : formatNumber(count)}
      </span>
      <span className="sr-only">{countOf(count, "não lida", "não lidas")}</span>
    </span>
  );
}
