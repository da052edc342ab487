import { type OwnFieldKind, type OwnValue, showOwnValue } from "@/lib/domain/leads/own-fields";
import { websiteHref, websiteLabel } from "@/lib/format";

/** A value in its form for screens: a link can be followed. */
export function OwnValueText({ kind, value }: { kind: OwnFieldKind; value: OwnValue | undefined }) {
  const text = showOwnValue(kind, value);
  const href = kind === "link" ? websiteHref(text) : undefined;
  if (!href) return text;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="break-all text-primary-text underline-offset-4 hover:underline"
    >
      {websiteLabel(text)}
    </a>
  );
}
