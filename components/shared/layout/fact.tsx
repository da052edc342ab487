import type { ReactNode } from "react";

/** A labelled value in a definition list. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="min-w-0 whitespace-pre-line break-words">
        {children || <span className="text-muted-foreground">–</span>}
      </dd>
    </>
  );
}
