import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** An error of the whole form, shown above its button; renders nothing without one. */
export function FormProblem({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p
      role="alert"
      className="mb-4 flex items-start gap-2 rounded-lg bg-danger-soft px-3 py-2.5 text-danger-text text-sm"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {children}
    </p>
  );
}
