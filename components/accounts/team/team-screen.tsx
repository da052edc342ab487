"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useCan } from "@/components/session/session-context";
import { teamQuery } from "@/components/session/team.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Page } from "@/components/shared/layout/page";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { HandoversCard } from "./handovers-card";
import { InvitationsCard } from "./invitations-card";
import { PersonItem } from "./person-item";
import { SeatsCard } from "./seats-card";
import { invitationsQuery } from "./team.queries";
import { TeamOfOne } from "./team-of-one";
import { TeamSections } from "./team-sections";
import { TurnsCard } from "./turns-card";
import { VisibilityCard } from "./visibility-card";

const InviteDialog = lateDialog(async () => (await import("./invite-dialog")).InviteDialog);

/** Who works in the account; for managers also whom it invites, and what each person may do. */
export function TeamScreen() {
  const manages = useCan("manager");
  const team = useQuery(teamQuery());
  const invitations = useQuery({ ...invitationsQuery(), enabled: manages });
  const now = useNow();
  const [inviting, setInviting] = useState(false);
  const promised = (invitations.data ?? []).filter(
    ({ expires_at }) => new Date(expires_at) > now,
  ).length;
  const seats = team.data && { ...team.data.seats, promised };
  const isFull = seats !== undefined && seats.used + promised >= seats.total;
  return (
    <Page
      title="Equipe"
      description="Quem trabalha nesta conta, e o que cada pessoa pode fazer."
      actions={
        manages &&
        seats &&
        !isFull && (
          <Button onClick={() => setInviting(true)}>
            <UserPlus aria-hidden />
            Convidar
          </Button>
        )
      }
    >
      <TeamSections />
      {team.isError && !team.data ? (
        <Card>
          <ErrorState
            title="Erro ao carregar a equipe"
            onRetry={team.refetch}
            retrying={team.isFetching}
          />
        </Card>
      ) : (
        <div className="grid max-w-4xl gap-4">
          <SeatsCard seats={seats} isFull={isFull} />
          <Card aria-label="Pessoas">
            <CardHeader>
              <CardTitle>Pessoas</CardTitle>
            </CardHeader>
            <CardContent>
              {team.isPending && <Skeletons />}
              <ul className="divide-y divide-border">
                {team.data?.people.map((person) => (
                  <PersonItem key={person.id} person={person} />
                ))}
              </ul>
            </CardContent>
            {team.data?.people.length === 1 && <TeamOfOne />}
          </Card>
          {manages && team.data && <VisibilityCard visibility={team.data.visibility} />}
          {manages && <TurnsCard />}
          {manages && <InvitationsCard query={invitations} now={now} />}
          {manages && <HandoversCard />}
        </div>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function Skeletons() {
  return (
    <div className="space-y-4 py-1" aria-busy>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}
