import type { ReactNode } from "react";

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
