import { cn } from "./cn";

const barClasses = {
  gold: "bg-primary",
  success: "bg-success",
  danger: "bg-danger",
  neutral: "bg-muted-foreground/60",
} as const;

interface ProgressProps {
  /** 0 to 1. */
  value: number;
  label: string;
  tone?: keyof typeof barClasses;
  className?: string;
}

export function Progress({ value, label, tone = "gold", className }: ProgressProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cn("h-1.5 overflow-hidden rounded-full bg-accent", className)}
    >
      <div
        className={cn("h-full rounded-full transition-[width] duration-300", barClasses[tone])}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
