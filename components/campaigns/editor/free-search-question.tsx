import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { PlansLink } from "@/components/session/plans-link";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Button } from "@/components/ui/button";
import { CAMPAIGN_MAX_LEADS } from "@/lib/domain/campaigns/campaign";
import { errorText, isError } from "@/lib/error-text";
import { formatNumber } from "@/lib/format";

interface FreeSearchQuestionProps {
  listId: number;
  /** Shown while the leads are counted. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Without PRO a campaign cannot be limited to the leads of one search. A user who comes from a search is asked before
 * anything is written, with the count of the other leads; if there are none, there is no question.
 */
export function FreeSearchQuestion({ listId, fallback, children }: FreeSearchQuestionProps) {
  const [isAgreed, setAgreed] = useState(false);
  const all = useQuery(campaignQueries.audience({ num_leads: CAMPAIGN_MAX_LEADS }));
  const own = useQuery(
    campaignQueries.audience({ num_leads: CAMPAIGN_MAX_LEADS, list_ids: [listId] }),
  );
  if (isAgreed) return children;
  if (all.isLoading || own.isLoading) return fallback;
  // The list of a search that was deleted is not found: then none of the leads is of it.
  const isGone = isError(own.error, "not_found");
  if (!all.data || (!own.data && !isGone)) {
    return (
      <ErrorState
        title="Não foi possível contar quem recebe"
        detail={errorText(all.error ?? own.error)}
        onRetry={() => void Promise.all([all.refetch(), own.refetch()])}
        retrying={all.isFetching || own.isFetching}
      />
    );
  }
  const count = all.data.eligible;
  const others = count - (own.data?.eligible ?? 0);
  if (others <= 0) return children;
  return (
    <section
      aria-label="Quem recebe"
      className="rounded-xl border border-border bg-card px-5 py-4 shadow-card"
    >
      <p>
        No plano grátis a campanha escreve para leads de todas as listas: {formatNumber(count)}, dos
        quais {formatNumber(others)} {others === 1 ? "não é" : "não são"} desta busca. Escolher
        listas é PRO.
      </p>
      <p className="mt-1 text-muted-foreground text-sm">
        Se continuar, desmarque em “Ver quem recebe” quem não deve receber.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <PlansLink />
        <Button variant="outline" onClick={() => setAgreed(true)}>
          Continuar com todas
        </Button>
      </div>
    </section>
  );
}
