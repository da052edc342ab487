"use client";

import { CalendarDays } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { maskDate, maskTime, parseTypedDate, parseTypedTime } from "@/lib/domain/time/typed-date";
import { formatDay } from "@/lib/format";

interface TypedInputProps
  extends Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "min" | "max"> {
  /** "2026-01-31" or "18:30"; empty for none. */
  value: string;
  /** An emptied field is one that is being typed: the value stays until there is another. */
  keepsValue?: boolean;
  onChange: (value: string) => void;
}

interface DateInputProps extends TypedInputProps {
  /** Calendar days, both allowed. */
  min?: string | undefined;
  max?: string | undefined;
}

/** A day as dd/mm/aaaa in every browser, typed or picked from the browser's calendar. */
export function DateInput({
  value,
  onChange,
  keepsValue = false,
  min,
  max,
  className,
  ...props
}: DateInputProps) {
  const picker = useRef<HTMLInputElement>(null);
  const isAllowed = (day: string) => (!min || day >= min) && (!max || day <= max);
  const { text, type, leave } = useTyped(value, onChange, keepsValue, {
    show: (day) => (day === "" ? "" : formatDay(day)),
    mask: maskDate,
    parse: (typed) => {
      const day = parseTypedDate(typed);
      return day !== null && isAllowed(day) ? day : null;
    },
  });
  return (
    <span className={cn("relative block", className)}>
      <Input
        {...props}
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd/mm/aaaa"
        maxLength={20}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => event.key === "Enter" && !leave() && event.preventDefault()}
        onBlur={(event) => {
          leave();
          props.onBlur?.(event);
        }}
        className="pr-10 tabular-nums"
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label="Abrir calendário"
        onClick={() => picker.current?.showPicker()}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-r-lg text-muted-foreground hover:text-foreground"
      >
        <CalendarDays className="size-4" aria-hidden />
      </button>
      {/* Its calendar alone is used: what it shows follows the browser's language. */}
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => target.validity.valid && onChange(target.value)}
        className="pointer-events-none absolute right-0 bottom-0 size-px opacity-0"
      />
    </span>
  );
}

interface TimeInputProps extends TypedInputProps {
  /** How far the arrow keys go. */
  stepMinutes?: number;
}

const DAY_MINUTES = 24 * 60;

/** A time as HH:MM, of 24 hours, in every browser. */
export function TimeInput({
  value,
  onChange,
  keepsValue = false,
  stepMinutes = 5,
  ...props
}: TimeInputProps) {
  const { text, type, leave } = useTyped(value, onChange, keepsValue, {
    show: (time) => time,
    mask: maskTime,
    parse: parseTypedTime,
  });
  return (
    <Input
      {...props}
      inputMode="numeric"
      autoComplete="off"
      placeholder="hh:mm"
      step={stepMinutes * 60}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !leave()) event.preventDefault();
        const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        const time = parseTypedTime(text);
        if (steps === undefined || time === null) return;
        event.preventDefault();
        onChange(addMinutes(time, steps * stepMinutes));
      }}
      maxLength={10}
      value={text}
      onChange={({ target }) => type(target.value)}
      onBlur={(event) => {
        leave();
        props.onBlur?.(event);
      }}
      className="tabular-nums"
    />
  );
}

/** Past midnight the day begins again. */
function addMinutes(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const sum = (hour * 60 + minute + minutes + DAY_MINUTES) % DAY_MINUTES;
  const [hours, rest] = [Math.floor(sum / 60), sum % 60];
  return `${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

interface Form {
  show: (value: string) => string;
  mask: (typed: string) => string;
  /** Null for what is no value yet, or not an allowed one. */
  parse: (text: string) => string | null;
}

/**
 * What is being typed, told on as soon as it is a value or nothing. Half a value is none: left so, it makes way for the
 * last one.
 */
function useTyped(
  value: string,
  onChange: (value: string) => void,
  keepsValue: boolean,
  { show, mask, parse }: Form,
) {
  const [typed, setTyped] = useState<{ text: string; of: string } | null>(null);
  const isFull = (text: string) => text === show(parse(text) ?? "");
  return {
    // A value set from elsewhere takes the place of what was typed.
    text: typed && typed.of === value ? typed.text : show(value),
    type(text: string) {
      const masked = mask(text);
      const isNone = masked === "" && !keepsValue;
      const parsed = isNone ? "" : isFull(masked) ? parse(masked) : null;
      setTyped({ text: masked, of: parsed ?? value });
      if (parsed !== null && parsed !== value) onChange(parsed);
    },
    /** Called when the field is left, or its form sent by Enter. False when what was typed was given up. */
    leave(): boolean {
      if (!typed || typed.of !== value) return true;
      setTyped(null);
      const parsed = parse(typed.text);
      if (parsed !== null && parsed !== value) onChange(parsed);
      return parsed !== null || (typed.text === "" && !keepsValue);
    },
  };
}
