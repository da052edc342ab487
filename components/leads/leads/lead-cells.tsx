import { MapPinOff } from "lucide-react";
import { OwnValueText } from "@/components/leads/own-fields/own-value-text";
import { useNow } from "@/components/shared/state/use-now";
import { Absent } from "@/components/shared/table/table-cells";
import { cn } from "@/components/ui/cn";
import type { ListedLead } from "@/lib/contracts/leads/leads";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import {
  SITE_UNCHECKED_LABEL,
  SITE_VERDICT_LABEL,
  type SiteVerdict,
} from "@/lib/domain/companies/site-verdict";
import { showOwnValue } from "@/lib/domain/leads/own-fields";
import { formatTimeAgo } from "@/lib/domain/time/time-ago";
import { formatCents, formatDateTime, websiteHref, websiteLabel } from "@/lib/format";

export function OwnCell({ field, lead }: { field: OwnField; lead: ListedLead }) {
  const value = lead.own[field.key];
  const text = showOwnValue(field.kind, value);
  if (text === "") return <Absent />;
  return (
    <span title={text} className="block truncate tabular-nums">
      <OwnValueText kind={field.kind} value={value} />
    </span>
  );
}

/** One line, truncated; the full text on hover. */
export function TruncatedText({ value, className }: { value: string | null; className?: string }) {
  if (!value) return <Absent />;
  return (
    <span title={value} className={cn("block truncate", className)}>
      {value}
    </span>
  );
}

/** Next to the name, while there is an objection to the place that a search looked in. */
export function SearchRemark({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <span title={text} className="shrink-0 text-muted-foreground">
      <MapPinOff className="size-4" aria-hidden />
      <span className="sr-only">{text}</span>
    </span>
  );
}

export function Email({ value }: { value: string | null }) {
  if (!value) return <Absent />;
  return (
    <a
      href={`mailto:${value}`}
      title={value}
      className="block w-fit max-w-full truncate rounded underline-offset-4 hover:underline"
    >
      {value}
    </a>
  );
}

export function Value({ cents }: { cents: number | null }) {
  if (cents === null) return <Absent />;
  return <span className="block truncate tabular-nums">{formatCents(cents)}</span>;
}

export function TimeAgo({ instant }: { instant: string | null }) {
  const now = useNow();
  if (!instant) return <Absent />;
  return (
    <span title={formatDateTime(instant)} className="block truncate text-muted-foreground">
      {formatTimeAgo(instant, now)}
    </span>
  );
}

export function formatCity(city: string | null, state: string | null): string | null {
  return city && state ? `${city} – ${state}` : city;
}

export function Website({ value }: { value: string | null }) {
  if (!value) return <Absent />;
  const href = websiteHref(value);
  if (!href) return <span className="block truncate">{websiteLabel(value)}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      title={value}
      className="block w-fit max-w-full truncate rounded text-primary-text underline-offset-4 hover:underline"
    >
      {websiteLabel(value)}
    </a>
  );
}

/** The verdict on a lead's site, in words; problems are highlighted. */
export function SiteVerdictMark({ verdict }: { verdict: SiteVerdict | null }) {
  if (verdict === "none") return <Absent />;
  const label = verdict === null ? SITE_UNCHECKED_LABEL : SITE_VERDICT_LABEL[verdict];
  const isWrong = verdict === "broken" || verdict === "certificate";
  return (
    <span
      title={label}
      className={cn("block truncate", isWrong ? "text-destructive" : "text-muted-foreground")}
    >
      {label}
    </span>
  );
}
