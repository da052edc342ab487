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

/** Plain text where there is no address to link to. */
export function OutsideLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return <span className="break-all">{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="break-all text-primary-text underline-offset-4 hover:underline"
    >
      {children}
    </a>
  );
}
