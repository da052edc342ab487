import Link from "@/components/ui/link";
import { getLeadSourceLabel } from "@/lib/domain/leads/lead-list";
import { countOf, formatNumber } from "@/lib/format";
import { paths } from "@/lib/paths";

/** How many lists came from each source, as bars against the most frequent one. `sources` is not empty. */
export function ListSourceBars({ sources }: { sources: { source: string; count: number }[] }) {
  const most = Math.max(...sources.map(({ count }) => count));
  const total = sources.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <ul className="space-y-4">
        {sources.map(({ source, count }) => (
          <li key={source}>
            <p className="mb-1.5 flex justify-between gap-4 text-sm">
              <span className="min-w-0 truncate">{getLeadSourceLabel(source)}</span>
              <span className="font-medium tabular-nums">{formatNumber(count)}</span>
            </p>
            <span className="block h-1.5 overflow-hidden rounded-full bg-accent" aria-hidden>
              <span
                className="block h-full rounded-full bg-primary"
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-muted-foreground text-sm">
        {countOf(total, "lista criada", "listas criadas")} no período.{" "}
        <Link href={paths.lists} className="rounded text-primary-text underline underline-offset-4">
          Ver listas
        </Link>
      </p>
    </>
  );
}
