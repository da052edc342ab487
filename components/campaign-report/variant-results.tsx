import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { CampaignResults } from "@/lib/contracts/campaigns/activities";
import { findBestVariant, getWilsonInterval } from "@/lib/domain/campaigns/wilson";
import { formatNumber, formatPercent } from "@/lib/format";

type Variants = CampaignResults["variants"];

/** On a phone what the rate is made of. */
const COUNTS: {
  key: "sent" | "delivered" | "read" | "answered" | "opted_out";
  label: string;
  className?: string;
}[] = [
  { key: "sent", label: "Enviadas", className: "max-md:hidden" },
  { key: "delivered", label: "Entregues", className: "max-md:hidden" },
  { key: "read", label: "Lidas", className: "max-md:hidden" },
  { key: "answered", label: "Respondidas" },
  { key: "opted_out", label: "Saíram", className: "max-md:hidden" },
];

/** Compares the variants: counts, and answer rates with their confidence intervals. */
export function VariantResults({ variants }: { variants: Variants }) {
  return (
    <Card aria-label="Resultados por variação" className="min-w-0 lg:col-span-2">
      <CardHeader>
        <CardTitle>Resultados por variação</CardTitle>
      </CardHeader>
      <CardContent>
        {variants.length > 1 && <p className="mb-3">{describeDifference(variants)}</p>}
        <section
          aria-label="Tabela de variações"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="overflow-x-auto focus-visible:-outline-offset-2"
        >
          <table className="w-full text-sm tabular-nums">
            <thead>
              <tr className="border-border border-b text-left text-muted-foreground text-xs">
                <th scope="col" className="py-1.5 font-medium">
                  Variação
                </th>
                {COUNTS.map(({ key, label, className }) => (
                  <th
                    key={key}
                    scope="col"
                    className={cn("py-1.5 pl-3 text-right font-medium rail:pl-4", className)}
                  >
                    {label}
                  </th>
                ))}
                <th scope="col" className="py-1.5 pl-4 font-medium rail:pl-6">
                  Taxa de resposta (95% de confiança)
                </th>
              </tr>
            </thead>
            <tbody>
              {variants.map((each) => (
                <tr key={each.variant} className="border-border/60 border-b last:border-0">
                  <th
                    scope="row"
                    className="max-w-28 py-2 text-left font-normal md:max-w-40 rail:max-w-64"
                  >
                    <span className="block font-medium">Variação {each.variant}</span>
                    <span className="block truncate text-muted-foreground text-xs">
                      {each.text}
                    </span>
                  </th>
                  {COUNTS.map(({ key, className }) => (
                    <td key={key} className={cn("py-2 pl-3 text-right rail:pl-4", className)}>
                      {formatNumber(each[key])}
                    </td>
                  ))}
                  <td className="py-2 pl-4 rail:pl-6">
                    <AnswerRate answered={each.answered} sent={each.sent} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </CardContent>
    </Card>
  );
}

function AnswerRate({ answered, sent }: { answered: number; sent: number }) {
  if (sent === 0) return <span className="text-muted-foreground">sem envios</span>;
  const { low, high } = getWilsonInterval(answered, sent);
  return (
    <span className="block min-w-28 md:min-w-40">
      <span className="block">
        {formatPercent(answered / sent)}{" "}
        <span className="text-muted-foreground">
          (de {formatPercent(low)} a {formatPercent(high)})
        </span>
      </span>
      <span className="relative mt-1 block h-1.5 rounded-full bg-accent" aria-hidden>
        <span
          className="absolute inset-y-0 rounded-full bg-success/50"
          style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }}
        />
        <span
          className="absolute -inset-y-0.5 w-0.5 rounded bg-success"
          style={{ left: `${Math.min(99, (100 * answered) / sent)}%` }}
        />
      </span>
    </span>
  );
}

function describeDifference(variants: Variants): string {
  const best = findBestVariant(
    variants.map(({ answered, sent }) => ({ successes: answered, trials: sent })),
  );
  return best === null
    ? "Diferença ainda não conclusiva: pode ser acaso."
    : `A variação ${variants[best]?.variant} é a que tem mais respostas, com 95% de confiança.`;
}
