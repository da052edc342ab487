import { Users } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { Audience } from "@/lib/contracts/campaigns/campaigns";
import { LEFT_OUT, LEFT_OUT_LABEL } from "@/lib/domain/campaigns/left-out";
import { countWord } from "@/lib/domain/text/known-words";
import { errorText, isError } from "@/lib/error-text";
import { countOf, formatNumber } from "@/lib/format";
import type { AudienceQuery } from "./use-audience";

interface AudienceCardProps {
  audience: AudienceQuery;
  /** How many leads were picked one by one; 0 if none were. */
  picked: number;
  onClearPicked: () => void;
  onClearGroups: () => void;
  /** Shows who gets the message. */
  onShowPeople: () => void;
}

/** How many leads can get a message, and who is left out and why. */
export function AudienceCard(props: AudienceCardProps) {
  const { audience, picked, onClearPicked, onClearGroups, onShowPeople } = props;
  return (
    <Card aria-label="Público" aria-busy={audience.isFetching}>
      <CardHeader>
        <CardTitle>Público</CardTitle>
        {audience.data && audience.data.leads > 0 && (
          <Button variant="outline" size="sm" onClick={onShowPeople}>
            <Users aria-hidden />
            Ver quem recebe
          </Button>
        )}
      </CardHeader>
      <CardContent>
        {picked > 0 && (
          <p className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-lg bg-muted px-3 py-1.5 text-sm">
            {countOf(picked, "lead escolhido por você", "leads escolhidos por você")}
            <Button variant="link" size="inline" onClick={onClearPicked}>
              Escolher entre todos
            </Button>
          </p>
        )}
        {audience.isError ? (
          <Failure audience={audience} onClearGroups={onClearGroups} />
        ) : audience.data ? (
          <Counts audience={audience.data} />
        ) : (
          <Skeleton className="h-12 w-full" />
        )}
      </CardContent>
    </Card>
  );
}

function Counts({ audience }: { audience: Audience }) {
  const { leads, eligible, left_out } = audience;
  const reasons = LEFT_OUT.filter((reason) => left_out[reason] > 0);
  return (
    <>
      <p>
        <strong className="font-semibold tabular-nums">{formatNumber(eligible)}</strong> de{" "}
        {countOf(leads, "lead pode", "leads podem")} receber a mensagem.
      </p>
      {reasons.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-muted-foreground text-xs">Ficam de fora</h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem]">
            {reasons.map((reason) => (
              <li key={reason}>
                <span className="font-medium tabular-nums">{formatNumber(left_out[reason])}</span>{" "}
                {countWord(LEFT_OUT_LABEL, reason, left_out[reason])}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Failure({
  audience,
  onClearGroups,
}: Pick<AudienceCardProps, "audience" | "onClearGroups">) {
  const groupGone = isError(audience.error, "not_found");
  return (
    <div className="flex flex-wrap items-center justify-between gap-3" role="alert">
      <p className="text-danger-text">
        {groupGone
          ? "Uma das listas ou etiquetas escolhidas não existe mais."
          : `O público não pôde ser contado: ${errorText(audience.error)}`}
      </p>
      <Button
        variant="outline"
        size="sm"
        onClick={() => (groupGone ? onClearGroups() : audience.refetch())}
      >
        {groupGone ? "Limpar seleção" : "Tentar novamente"}
      </Button>
    </div>
  );
}
