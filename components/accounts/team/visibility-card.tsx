import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { RadioCards } from "@/components/shared/forms/radio-cards";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import {
  VISIBILITIES,
  VISIBILITY_LABEL,
  VISIBILITY_MEANING,
  type Visibility,
} from "@/lib/domain/accounts/visibility";
import { teamMutations } from "./team.queries";

/** What the account's sellers see of its leads and conversations; a choice counts at once. */
export function VisibilityCard({ visibility }: { visibility: Visibility }) {
  const change = useMutation(teamMutations.setVisibility(useQueryClient()));
  const choose = (chosen: Visibility) =>
    change.mutate(chosen, {
      onSuccess: () => notifySuccess("O que os vendedores veem mudou, também onde já entraram."),
    });
  return (
    <Card aria-label="O que os vendedores veem">
      <CardHeader>
        <CardTitle>O que os vendedores veem</CardTitle>
      </CardHeader>
      <CardContent>
        <RadioCards
          legend="Leads e conversas"
          choices={VISIBILITIES}
          labels={VISIBILITY_LABEL}
          meanings={VISIBILITY_MEANING}
          value={change.isPending ? change.variables : visibility}
          onChange={choose}
        />
        <p className="mt-2 text-pretty text-[0.8125rem] text-muted-foreground">
          Donos e gestores veem tudo. Quem não vê tudo não abre Eventos, importações, duplicados e a
          lista do Não perturbe.
        </p>
      </CardContent>
    </Card>
  );
}
