import { useId } from "react";
import { DateInput } from "@/components/shared/forms/date-input";
import { MAX_EVENT_DAYS } from "@/lib/domain/events/event-types";

interface PeriodFieldsProps {
  /** "2026-01-31", both included. */
  from: string;
  to: string;
  onChange: (change: { from?: string; to?: string }) => void;
}

/** The first and the last day of a period. Neither can be chosen beyond the other, nor too far from it. */
export function PeriodFields({ from, to, onChange }: PeriodFieldsProps) {
  const id = useId();
  return (
    <>
      <DayField
        id={`${id}-from`}
        label="Data inicial"
        value={from}
        min={addDays(to, 1 - MAX_EVENT_DAYS)}
        max={to}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        id={`${id}-to`}
        label="Data final"
        value={to}
        min={from}
        max={addDays(from, MAX_EVENT_DAYS - 1)}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  );
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

interface DayFieldProps {
  id: string;
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

function DayField({ id, label, value, min, max, onChange }: DayFieldProps) {
  return (
    <div className="min-w-0 max-sm:flex-1">
      <label htmlFor={id} className="mb-1 block text-muted-foreground text-xs">
        {label}
      </label>
      <DateInput
        id={id}
        value={value}
        min={min}
        max={max}
        className="sm:w-40"
        // A period has both its ends.
        keepsValue
        onChange={onChange}
      />
    </div>
  );
}
