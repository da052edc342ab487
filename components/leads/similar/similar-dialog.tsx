"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { CheckField } from "@/components/shared/forms/check-field";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { SimilarCompanies, SimilarTrait } from "@/lib/contracts/registry/companies";
import type { TraitKind } from "@/lib/domain/registry/similar-traits";
import { errorText } from "@/lib/error-text";
import { countOf, formatNumber } from "@/lib/format";
import { registrySearchPath } from "@/lib/paths";
import { type SimilarTo, similarQueries } from "./similar.queries";
import { chooseSuggested, joinTexts, type QuestionTexts, toggleTrait } from "./similar-question";

interface SimilarDialogProps {
  to: SimilarTo;
  onClose: () => void;
}

/** The common traits of leads, as a search of the registry: the user chooses among them and opens it there. */
export function SimilarDialog({ to, onClose }: SimilarDialogProps) {
  const similar = useQuery(similarQueries.to(to));
  return (
    <Modal
      title="Mais como estes"
      description="O que estes leads têm mais do que as outras empresas dos mesmos estados, pela base da Receita."
      onClose={onClose}
    >
      {similar.isError ? (
        <ErrorState
          title="Não foi possível comparar os leads"
          detail={errorText(similar.error)}
          onRetry={similar.refetch}
          retrying={similar.isFetching}
        />
      ) : similar.data ? (
        <Comparison similar={similar.data} />
      ) : (
        <div aria-busy>
          <Skeleton className="h-48 w-full" />
        </div>
      )}
    </Modal>
  );
}

function Comparison({ similar }: { similar: SimilarCompanies }) {
  return (
    <>
      <p className="mb-3 text-sm" aria-live="polite">
        {describeCompared(similar)}
      </p>
      {similar.found > 0 && similar.traits.length === 0 && (
        <p className="text-muted-foreground text-sm">
          Nada se destaca: são tão variados quanto as outras empresas. Escolha leads mais parecidos,
          ou mais deles.
        </p>
      )}
      {similar.traits.length > 0 && <Traits traits={similar.traits} />}
    </>
  );
}

function describeCompared({ leads, complete, found }: SimilarCompanies): string {
  if (leads === 0) return "Nenhum destes leads tem CNPJ: não há o que comparar.";
  if (found === 0) return "Nenhum destes CNPJs está na base da Receita.";
  const which = complete
    ? countOf(leads, "lead com CNPJ", "leads com CNPJ")
    : `Os ${formatNumber(leads)} leads com CNPJ mais novos`;
  return `${which} · ${formatNumber(found)} na base da Receita`;
}

const KIND_LABEL: Record<TraitKind, string> = {
  activity: "Atividade",
  size: "Porte",
  age: "Abertura",
  city: "Cidade",
  state: "Estado",
};

function Traits({ traits }: { traits: readonly SimilarTrait[] }) {
  const router = useRouter();
  const [chosen, setChosen] = useState(() => chooseSuggested(traits));
  const texts = joinTexts(chosen);
  return (
    <>
      <ul aria-label="O que se destaca" className="space-y-1.5">
        {traits.map((trait) => (
          <li key={trait.explanation}>
            <CheckField
              label={`${KIND_LABEL[trait.kind]}: ${trait.label}`}
              help={trait.explanation}
              checked={chosen.has(trait)}
              onChange={() => setChosen(toggleTrait(chosen, trait))}
            />
          </li>
        ))}
      </ul>
      <Matches filter={chosen.size > 0 ? texts : null} />
      <Button
        size="lg"
        className="mt-3 w-full"
        disabled={chosen.size === 0}
        onClick={() => router.push(registrySearchPath(texts))}
      >
        <Search aria-hidden />
        Buscar na Receita
      </Button>
    </>
  );
}

/** How many active companies the chosen traits find. */
function Matches({ filter }: { filter: QuestionTexts | null }) {
  const counts = useQuery({ ...similarQueries.counts(filter ?? {}), enabled: filter !== null });
  return (
    <p className="mt-4 min-h-5 text-sm tabular-nums" aria-live="polite">
      {filter === null
        ? "Escolha o que buscar."
        : counts.isError
          ? errorText(counts.error)
          : counts.data
            ? describeMatches(counts.data)
            : "Contando…"}
    </p>
  );
}

function describeMatches({ counted, complete }: { counted: number; complete: boolean }): string {
  if (counted === 0) return "Nenhuma empresa ativa tem tudo isto.";
  return complete
    ? `${countOf(counted, "empresa ativa", "empresas ativas")} assim na base.`
    : `Mais de ${formatNumber(counted - 1)} empresas ativas assim na base.`;
}
