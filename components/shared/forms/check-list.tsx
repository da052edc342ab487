import { Check } from "lucide-react";
import { cn } from "@/components/ui/cn";

/** A list of benefits with check marks. */
export function CheckList({
  points,
  className,
}: {
  points: readonly string[];
  className?: string;
}) {
  return (
    <ul className={cn("gap-x-6 space-y-2 text-sm", className)}>
      {points.map((point) => (
        <li key={point} className="flex items-start gap-2.5">
          <Check className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden />
          {point}
        </li>
      ))}
    </ul>
  );
}
