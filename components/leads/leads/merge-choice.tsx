"use client";

import { useId } from "react";

interface MergeChoiceProps {
  legend: string;
  options: readonly { id: number; label: string; detail: string }[];
  chosen: number;
  onChoose: (id: number) => void;
}

/** One value of several leads: side by side, below each other on a phone. */
export function MergeChoice({ legend, options, chosen, onChoose }: MergeChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ id, label, detail }) => (
          <label
            key={id}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg border border-border px-3 py-2 text-sm has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name={name}
              className="size-4 shrink-0 accent-primary"
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            <span className="min-w-0">
              <span className="block break-words">{label}</span>
              {detail && <span className="block text-muted-foreground text-xs">{detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
