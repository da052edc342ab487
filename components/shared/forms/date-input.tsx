"use client";

import { CalendarDays } from "lucide-react";
import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { maskDate, maskTime, parseTypedDate, parseTypedTime } from "@/lib/domain/time/typed-date";
import { formatDay } from "@/lib/format";

interface TypedInputProps
  extends Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "min" | "max"> {
  /** "2026-01-31" or "18:30"; empty for none. */
  value: string;
  /** An empty field is only a step while typing: there is always a value. */
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
  const options = { value, onChange, keepsValue, describedBy: props["aria-describedby"] };
  const { text, type, leave, control, note } = useTyped(options, {
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
        {...control}
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
        onChange={({ target }) => target.validity.valid && type(target.value)}
        className="pointer-events-none absolute right-0 bottom-0 size-px opacity-0"
      />
      {note}
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
  const options = { value, onChange, keepsValue, describedBy: props["aria-describedby"] };
  const { text, type, leave, control, note } = useTyped(options, {
    show: (time) => time,
    mask: maskTime,
    parse: parseTypedTime,
  });
  return (
    <span className="relative block">
      <Input
        {...props}
        {...control}
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
      {note}
    </span>
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
  /** Null for a text that is no complete value, or not an allowed one. */
  parse: (text: string) => string | null;
}

const UNREADABLE = "Data e hora inválidas! Por favor, selecione uma data válida.";

/**
 * Keeps the text while it is typed, and calls onChange once it is a value or empty. A text that cannot be read stays, is
 * reported when the field is left, and blocks its form: the last value is not what the user means.
 */
function useTyped(
  { value, onChange, keepsValue, describedBy }: UseTypedOptions,
  { show, mask, parse }: Form,
) {
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [typed, setTyped] = useState<{ text: string; of: string; left: boolean } | null>(null);
  const isNone = (text: string) => text === "" && !keepsValue;
  const isFull = (text: string) => text === show(parse(text) ?? "");
  // A value that is set from elsewhere replaces the typed text.
  const pending = typed && typed.of === value ? typed : null;
  const unreadable = pending !== null && !isNone(pending.text) && parse(pending.text) === null;
  const tells = unreadable && pending.left;

  useEffect(() => {
    const input = field.current;
    input?.setCustomValidity(unreadable ? UNREADABLE : "");
    if (!input?.form || !unreadable) return;
    const { form } = input;
    // Runs before the form's own handlers, which know only the last value.
    const refuse = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      input.checkValidity();
      input.focus();
    };
    form.addEventListener("submit", refuse, { capture: true });
    return () => form.removeEventListener("submit", refuse, { capture: true });
  }, [unreadable]);

  function type(text: string) {
    const masked = mask(text);
    const parsed = isNone(masked) ? "" : isFull(masked) ? parse(masked) : null;
    setTyped({ text: masked, of: parsed ?? value, left: false });
    if (parsed !== null && parsed !== value) onChange(parsed);
  }
  /** Called when the field is left, or its form sent by Enter. Returns false when the typed text cannot be read. */
  function leave(): boolean {
    if (!pending) return true;
    if (unreadable) {
      setTyped({ ...pending, left: true });
      return false;
    }
    setTyped(null);
    const parsed = parse(pending.text);
    if (parsed !== null && parsed !== value) onChange(parsed);
    return true;
  }
  return {
    text: pending?.text ?? show(value),
    type,
    leave,
    control: {
      ref: field,
      onInvalid: (event: FormEvent) => {
        event.preventDefault();
        leave();
      },
      ...(tells && {
        "aria-invalid": true,
        "aria-describedby": [describedBy, noteId].filter(Boolean).join(" "),
      }),
    },
    // Over what follows: a button that moved away under the pointer would not be pressed.
    note: tells && (
      <span
        role="alert"
        id={noteId}
        className="absolute top-full left-0 z-10 mt-1 block w-max max-w-64 rounded-md border border-border bg-popover px-2 py-1 text-[0.8125rem] text-danger-text leading-5 shadow-popover"
      >
        {UNREADABLE}
      </span>
    ),
  };
}

interface UseTypedOptions {
  value: string;
  onChange: (value: string) => void;
  keepsValue: boolean;
  describedBy: string | undefined;
}
