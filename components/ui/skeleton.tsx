import { cn } from "./cn";

export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span className={cn("block animate-shimmer rounded-md bg-accent", className)} aria-hidden />
  );
}
