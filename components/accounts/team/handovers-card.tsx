"use client";

import { useQuery } from "@tanstack/react-query";
import { useTeam } from "@/components/session/team.queries";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { formatDateTime } from "@/lib/format";
import { describeBelongings } from "./describe-belongings";
import { handoverQueries } from "./team.queries";
import { useHandoverUndo } from "./use-handover-undo";

/** What was passed on and can still be given back; nothing where there is none. */
export function HandoversCard() {
  const { data = [] } = useQuery(handoverQueries.list());
  const { people } = useTeam();
  const undo = useHandoverUndo();
  const nameOf = (id: number) => people.find((person) => person.id === id)?.name ?? "Alguém";
  if (data.length === 0) return null;
  return (
    <Card aria-label="Passagens">
      <CardHeader>
        <CardTitle>Passagens</CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="divide-y divide-border">
          {data.map((handover) => (
            <li
              key={handover.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm first:pt-1 last:pb-0"
            >
              <span className="min-w-0 flex-1 basis-60">
                <span className="break-words font-medium">
                  De {nameOf(handover.from_id)} para{" "}
                  {handover.to_ids.length === 0
                    ? "ninguém"
                    : new Intl.ListFormat("pt-BR").format(handover.to_ids.map(nameOf))}
                </span>
                <span className="block text-muted-foreground tabular-nums">
                  {describeBelongings(handover)} · {formatDateTime(handover.created_at)}
                </span>
              </span>
              <Button
                variant="outline"
                size="sm"
                loading={undo.isPending && undo.variables === handover.id}
                onClick={() => undo.mutate(handover.id)}
              >
                Desfazer
              </Button>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
