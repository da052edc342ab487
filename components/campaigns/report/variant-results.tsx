import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { CampaignResults } from "@/lib/contracts/campaigns/activities";
import { compareVariants } from "@/lib/domain/campaigns/results-summary";
import { getWilsonInterval } from "@/lib/domain/campaigns/wilson";
import { formatDateTime, formatNumber, formatPercent } from "@/lib/format";

type Variants = CampaignResults["variants"];
type Since = CampaignResults["texts_since"];

/** A row of the table: its label, and the outcomes of its messages. */
interface ResultRow {
  key: string;
  label: string;
  text: string;
  sent: number;
  delivered: number;
  read: number;
  answered: number;
  interested: number;
  opted_out: number;
  won?: number;
}

/** On a phone, the figures that the rate is computed from. */
const COUNTS: {
  key: "sent" | "delivered" | "read" | "answered" | "interested" | "opted_out" | "won";
  label: string;
  className?: string;
}[] = [
  { key: "sent", label: "Enviadas", className: "max-md:hidden" },
  { key: "delivered", label: "Entregues", className: "max-md:hidden" },
  { key: "read", label: "Lidas", className: "max-md:hidden" },
  { key: "answered", label: "Respondidas" },
  { key: "interested", label: "Interesse", className: "max-md:hidden" },
  { key: "opted_out", label: "Saíram", className: "max-md:hidden" },
  { key: "won", label: "Fecharam" },
];

/** Compares the variants: counts, and rates of answers and of interest with their confidence intervals. */
export function VariantResults({ variants, since }: { variants: Variants; since: Since }) {
  return (
    <ResultsTable
      title="Resultados por variação"
      tableLabel="Tabela de variações"
      heading="Variação"
      since={since}
      note={variants.length > 1 ? compareVariants(variants) : null}
      rows={variants.map((each) => ({
        ...each,
        key: String(each.variant),
        label: `Variação ${each.variant}`,
      }))}
    />
  );
}

/** Compares the steps of a sequence, each by its variants. An answer is one to the last message before it. */
export function StepResults({ steps, since }: { steps: CampaignResults["steps"]; since: Since }) {
  const isAlone = (step: number) => steps.filter((each) => each.step === step).length === 1;
  return (
    <ResultsTable
      title="Resultados por passo"
      tableLabel="Tabela de passos"
      heading="Passo"
      since={since}
      note="Quem responde conta no último passo que recebeu."
      rows={steps.map((each) => ({
        ...each,
        key: `${each.step} ${each.variant}`,
        label: `Passo ${each.step}${isAlone(each.step) ? "" : `, variação ${each.variant}`}`,
      }))}
    />
  );
}

interface ResultsTableProps {
  title: string;
  tableLabel: string;
  heading: string;
  since: Since;
  note: string | null;
  rows: readonly ResultRow[];
}

function ResultsTable({ title, tableLabel, heading, since, note, rows }: ResultsTableProps) {
  const counts = COUNTS.filter(({ key }) => rows.some((row) => row[key] !== undefined));
  return (
    <Card aria-label={title} className="min-w-0 lg:col-span-2">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent>
        {since && (
          <p className="mb-3 text-muted-foreground">
            Textos mudaram em {formatDateTime(since)}: dos que mudaram, contam só as mensagens
            enviadas desde então.
          </p>
        )}
        {note && <p className="mb-3">{note}</p>}
        <section
          aria-label={tableLabel}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="overflow-x-auto focus-visible:-outline-offset-2"
        >
          <table className="w-full text-sm tabular-nums">
            <thead>
              <tr className="border-border border-b text-left text-muted-foreground text-xs">
                <th scope="col" className="py-1.5 font-medium">
                  {heading}
                </th>
                {counts.map(({ key, label, className }) => (
                  <th
                    key={key}
                    scope="col"
                    className={cn("py-1.5 pl-3 text-right font-medium rail:pl-4", className)}
                  >
                    {label}
                  </th>
                ))}
                {["Taxa de interesse", "Taxa de resposta"].map((rate) => (
                  <th key={rate} scope="col" className="py-1.5 pl-4 font-medium rail:pl-6">
                    {rate}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((each) => (
                <tr key={each.key} className="border-border/60 border-b last:border-0">
                  <th
                    scope="row"
                    className="max-w-28 py-2 text-left font-normal md:max-w-40 rail:max-w-64"
                  >
                    <span className="block font-medium">{each.label}</span>
                    <span className="block truncate text-muted-foreground text-xs">
                      {each.text}
                    </span>
                  </th>
                  {counts.map(({ key, className }) => (
                    <td key={key} className={cn("py-2 pl-3 text-right rail:pl-4", className)}>
                      {formatNumber(each[key] ?? 0)}
                    </td>
                  ))}
                  {([each.interested, each.answered] as const).map((count, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a rate is its place
                    <td key={at} className="py-2 pl-4 rail:pl-6">
                      <Rate count={count} sent={each.sent} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <p className="mt-3 text-pretty text-muted-foreground text-xs">
          Interesse: quem quer saber mais, pergunta ou quer marcar, por pessoas a quem se escreveu.
          Respostas automáticas não contam. Entre parênteses, 95% de confiança.
        </p>
      </CardContent>
    </Card>
  );
}

function Rate({ count, sent }: { count: number; sent: number }) {
  if (sent === 0) return <span className="text-muted-foreground">sem envios</span>;
  const { low, high } = getWilsonInterval(count, sent);
  return (
    <span className="block min-w-28 md:min-w-40">
      <span className="block">
        {formatPercent(count / sent)}{" "}
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
          style={{ left: `${Math.min(99, (100 * count) / sent)}%` }}
        />
      </span>
    </span>
  );
}
