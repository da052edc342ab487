import { useId } from "react";

interface RadioCardsProps<Choice extends string> {
  legend: string;
  choices: readonly Choice[];
  labels: Record<Choice, string>;
  meanings: Record<Choice, string>;
  value: Choice;
  onChange: (choice: Choice) => void;
  error?: string | undefined;
}

/** One choice of a few, each with what it means. */
export function RadioCards<Choice extends string>(props: RadioCardsProps<Choice>) {
  const { legend, choices, labels, meanings, value, onChange, error } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className="grid gap-2">
        {choices.map((choice) => (
          <label
            key={choice}
            className="flex cursor-pointer items-start gap-2.5 rounded-lg border border-border px-3 py-2.5 transition-colors hover:bg-accent/60 has-checked:border-primary has-checked:bg-primary-soft"
          >
            <input
              type="radio"
              name={id}
              className="mt-0.5 size-4 shrink-0"
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            <span className="min-w-0 text-sm">
              <span className="font-medium">{labels[choice]}</span>
              <span className="block text-pretty text-muted-foreground">{meanings[choice]}</span>
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 min-h-5 text-[0.8125rem] text-danger-text leading-5">
          {error}
        </p>
      )}
    </fieldset>
  );
}
