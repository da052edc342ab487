import { type ReactNode, useId } from "react";
import { ProBadge } from "@/components/shared/layout/pro-badge";
import { cn } from "@/components/ui/cn";

interface CheckFieldProps {
  label: string;
  help?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Shows the PRO badge. A locked control is dimmed; using it calls `onLocked`, except to switch it off. */
  pro?: { locked: boolean; onLocked: () => void };
}

/** A checkbox with its label and help next to it. */
export function CheckField({ label, help, checked, onChange, pro }: CheckFieldProps) {
  const id = useId();
  const locked = pro?.locked && !checked;
  return (
    <div className="flex w-fit max-w-full items-start gap-2.5 py-0.5 text-sm pointer-coarse:py-2">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={({ target }) => (locked ? pro?.onLocked() : onChange(target.checked))}
        className={cn("mt-0.5 size-4 shrink-0 cursor-pointer", locked && "opacity-60")}
      />
      <div className="min-w-0">
        <label
          htmlFor={id}
          className={cn(
            "flex w-fit cursor-pointer flex-wrap items-center gap-x-2 font-medium",
            locked && "text-muted-foreground",
          )}
        >
          {label}
          {pro && <ProBadge />}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-pretty text-muted-foreground">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
