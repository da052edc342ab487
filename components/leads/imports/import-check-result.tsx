import type { ImportCheck } from "@/lib/contracts/leads/imports";
import type { ImportMode } from "@/lib/domain/imports/import-file";
import { countOf, formatNumber } from "@/lib/format";

/** The result of a dry run: row counts and the reasons for rejected rows. */
export function ImportCheckResult({ check, mode }: { check: ImportCheck; mode: ImportMode }) {
  const counts = [
    { label: "Novos", value: check.created },
    { label: mode === "update" ? "Atualizados" : "Já existentes", value: check.existing },
    { label: "Recusados", value: check.refused },
  ];
  const more = check.refused - check.reasons.length;
  return (
    <section aria-label="Resultado da conferência" aria-live="polite">
      <dl className="grid grid-cols-3 divide-x divide-border rounded-xl border border-border bg-muted">
        {counts.map(({ label, value }) => (
          <div key={label} className="px-4 py-3">
            <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
            <dd className="font-semibold text-lg tabular-nums">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {check.without_number > 0 && (
        <p className="mt-3 rounded-xl border border-border px-4 py-3 text-sm">
          <span className="font-medium">
            {countOf(check.without_number, "lead", "leads")} sem número
          </span>
          : {check.without_number === 1 ? "entra" : "entram"} sem WhatsApp e sem telefone.
        </p>
      )}
      {check.reasons.length > 0 && (
        <div className="mt-3 rounded-xl border border-border px-4 py-3">
          <p className="font-medium text-sm">
            {countOf(check.refused, "linha será recusada", "linhas serão recusadas")}; as outras
            entram.
          </p>
          <ul
            aria-label="Motivos das recusas"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="mt-2 max-h-52 space-y-1 overflow-y-auto text-[0.8125rem]"
          >
            {check.reasons.map(({ line, reason }) => (
              <ReasonOfLine key={line} line={line} reason={reason} />
            ))}
            {more > 0 && (
              <li className="text-muted-foreground">
                e mais {formatNumber(more)}. O arquivo com todas fica disponível depois da
                importação.
              </li>
            )}
          </ul>
        </div>
      )}
      {check.unread.map(({ column, values, reasons }) => (
        <div
          key={`${column} ${reasons[0]?.line}`}
          className="mt-3 rounded-xl border border-border px-4 py-3"
        >
          <p className="font-medium text-sm">
            {column}: {countOf(values, "valor não foi lido", "valores não foram lidos")}; a linha
            entra sem ele.
          </p>
          <ul
            aria-label={`Valores de ${column} que não foram lidos`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="mt-2 max-h-52 space-y-1 overflow-y-auto text-[0.8125rem]"
          >
            {reasons.map(({ line, reason }) => (
              <ReasonOfLine key={line} line={line} reason={reason} />
            ))}
            {values > reasons.length && (
              <li className="text-muted-foreground">
                e mais {formatNumber(values - reasons.length)}.
              </li>
            )}
          </ul>
        </div>
      ))}
    </section>
  );
}

function ReasonOfLine({ line, reason }: { line: number; reason: string }) {
  return (
    <li>
      <span className="text-muted-foreground tabular-nums">Linha {formatNumber(line)}:</span>{" "}
      {reason}
    </li>
  );
}
