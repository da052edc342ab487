import { cn } from "@/components/ui/cn";
import { RECIPIENT_STATES, type RecipientState } from "@/lib/domain/campaigns/campaign";
import { RECIPIENT_STATE_LABEL } from "@/lib/domain/campaigns/recipient-labels";
import { formatNumber } from "@/lib/format";

interface StateChipsProps {
  counts: Record<string, number>;
  /** Null for all. */
  state: RecipientState | null;
  onState: (state: RecipientState | null) => void;
}

/** Filters recipients by state; states without recipients are hidden. */
export function StateChips({ counts, state, onState }: StateChipsProps) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const chips = [
    { value: null, label: "Todos", count: total },
    ...RECIPIENT_STATES.filter((each) => (counts[each] ?? 0) > 0 || each === state).map((each) => ({
      value: each,
      label: RECIPIENT_STATE_LABEL[each],
      count: counts[each] ?? 0,
    })),
  ];
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1.5 max-sm:w-full">
      <legend className="sr-only">Situação</legend>
      {chips.map(({ value, label, count }) => (
        <label
          key={label}
          className={cn(
            "relative flex h-8 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border px-2.5 text-[0.8125rem] transition-colors pointer-coarse:h-10",
            "has-focus-visible:outline-2 has-focus-visible:outline-ring",
            value === state
              ? "border-transparent bg-accent font-medium"
              : "border-border text-muted-foreground hover:text-foreground",
          )}
        >
          <input
            type="radio"
            name="recipient-state"
            className="sr-only"
            checked={value === state}
            onChange={() => onState(value)}
          />
          {label}
          <span className="tabular-nums">{formatNumber(count)}</span>
        </label>
      ))}
    </fieldset>
  );
}
