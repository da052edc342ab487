import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTeam } from "@/components/session/team.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { TeamPerson } from "@/lib/contracts/accounts/team";
import type { Turn } from "@/lib/contracts/messaging/turns";
import { USUAL_MOST_WAITING } from "@/lib/domain/messages/turns";
import { turnMutations, turnsQuery } from "./team.queries";

const CHOICES = [1, 2, 3, 5, 10, 20, 50];

/** Who is given new conversations in turn; a choice counts at once. */
export function TurnsCard() {
  const { people } = useTeam();
  const turns = useQuery(turnsQuery());
  const active = people.filter(({ suspended_at }) => suspended_at === null);
  if (active.length < 2) return null;
  return (
    <Card aria-label="Conversas novas em turno">
      <CardHeader>
        <CardTitle>Conversas novas em turno</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="mb-2 text-pretty text-muted-foreground text-sm">
          Quando alguém escreve e ninguém atende, a conversa vai para quem está há mais tempo sem
          receber, entre as pessoas marcadas que estão com o Garimpo aberto. Contatos de um lead com
          vendedor ficam com ele.
        </p>
        {turns.isError && !turns.data ? (
          <ErrorState
            title="Erro ao carregar os turnos"
            onRetry={turns.refetch}
            retrying={turns.isFetching}
            className="py-6"
          />
        ) : turns.data ? (
          <ul className="divide-y divide-border">
            {active.map((person) => (
              <TurnItem
                key={person.id}
                person={person}
                turn={turns.data.find(({ person_id }) => person_id === person.id)}
              />
            ))}
          </ul>
        ) : (
          <div className="space-y-2" aria-busy>
            {active.map(({ id }) => (
              <Skeleton key={id} className="h-11 w-full" />
            ))}
          </div>
        )}
      </CardContent>
    </Card>
  );
}

function TurnItem({ person, turn }: { person: TeamPerson; turn: Turn | undefined }) {
  const set = useMutation(turnMutations.set(useQueryClient()));
  const standing = turn?.most_waiting ?? null;
  const most = set.isPending ? set.variables.most_waiting : standing;
  const choose = (most_waiting: number | null) => set.mutate({ id: person.id, most_waiting });
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-1 text-sm">
      <Checkbox
        label={`${person.name} recebe conversas novas`}
        checked={most !== null}
        onChange={(takes) => choose(takes ? USUAL_MOST_WAITING : null)}
      />
      <span className="min-w-0 flex-1 basis-40 break-words" aria-hidden>
        {person.is_you ? `${person.name} (você)` : person.name}
      </span>
      {most !== null && (
        <>
          {turn?.is_here && <Badge tone="success">Por aqui</Badge>}
          <span className="flex items-center gap-2 text-muted-foreground max-sm:ml-13">
            até
            <NativeSelect
              aria-label={`Quantas conversas podem esperar por ${person.name}`}
              value={String(most)}
              onChange={({ target }) => choose(Number(target.value))}
              className="w-20"
            >
              {[...new Set([...CHOICES, most])]
                .sort((a, b) => a - b)
                .map((count) => (
                  <option key={count} value={count}>
                    {count}
                  </option>
                ))}
            </NativeSelect>
            sem resposta
          </span>
        </>
      )}
    </li>
  );
}
