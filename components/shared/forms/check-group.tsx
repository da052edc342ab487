import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/cn";
import { CheckField } from "./check-field";

interface CheckGroupProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; help: ReactNode }[];
  chosen: readonly Value[];
  /** Gets the chosen values in the order of the options. */
  onChange: (chosen: Value[]) => void;
  error: string | undefined;
  className?: string;
}

/** Checkboxes of which any number may be chosen, with one error below. */
export function CheckGroup<Value extends string>({
  legend,
  options,
  chosen,
  onChange,
  error,
  className,
}: CheckGroupProps<Value>) {
  const id = useId();
  const values = options.map(({ value }) => value);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className={cn("grid gap-x-4 gap-y-1.5", className)}>
        {options.map(({ value, label, help }) => (
          <CheckField
            key={value}
            label={label}
            help={help}
            checked={chosen.includes(value)}
            onChange={(checked) =>
              onChange(values.filter((each) => (each === value ? checked : chosen.includes(each))))
            }
          />
        ))}
      </div>
      <p id={`${id}-error`} className="mt-1 min-h-5 text-[0.8125rem] text-danger-text leading-5">
        {error}
      </p>
    </fieldset>
  );
}
