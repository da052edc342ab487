"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig, Plus } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Page } from "@/components/shared/layout/page";
import { useNow } from "@/components/shared/state/use-now";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Today } from "@/lib/contracts/insights/today";
import { formatLongDay } from "@/lib/format";
import { DueTasks } from "./due-tasks";
import { RadarNews } from "./radar-news";
import { RestingLeads } from "./resting-leads";
import { StoppedCampaigns } from "./stopped-campaigns";
import { todayQuery } from "./today.queries";
import { UnsentMessages } from "./unsent-messages";
import { WaitingReplies } from "./waiting-replies";

const NewTaskDialog = lateDialog(
  async () => (await import("@/components/leads/tasks/new-task-dialog")).NewTaskDialog,
);

/** The waiting work: replies, tasks, campaigns, leads without progress. Empty means done. */
export function TodayScreen() {
  const { data, isPending } = useQuery(todayQuery());
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title="Hoje"
      description={capitalize(formatLongDay(useNow()))}
      actions={
        <Button variant="outline" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Nova tarefa
        </Button>
      }
    >
      {data && isDone(data) ? (
        <EmptyState
          icon={CircleCheckBig}
          title="Tudo em dia"
          description="Ninguém espera por resposta, nenhuma tarefa vence hoje, e nenhuma campanha ou lead está parado."
        />
      ) : isPending ? (
        <Waiting />
      ) : (
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[3fr_2fr]">
          <div className="min-w-0 space-y-8 max-lg:contents max-lg:space-y-0">
            <WaitingReplies />
            <UnsentMessages />
            <StoppedCampaigns />
            <RadarNews />
          </div>
          <div className="min-w-0 space-y-8 max-lg:contents max-lg:space-y-0">
            <div className="max-lg:order-first">
              <DueTasks />
            </div>
            <RestingLeads />
          </div>
        </div>
      )}
      {adding && <NewTaskDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

/** One placeholder for all lists: the length of each list decides where the next one begins. */
function Waiting() {
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[3fr_2fr]" aria-busy>
      {["replies", "tasks"].map((list) => (
        <div key={list} className="space-y-2">
          <Skeleton className="mb-4 h-6 w-44" />
          {["a", "b", "c", "d", "e", "f"].map((line) => (
            <Skeleton key={line} className="h-11 w-full" />
          ))}
        </div>
      ))}
    </div>
  );
}

function isDone({ replies, tasks, unsent, campaigns, radars, resting }: Today): boolean {
  const counts = [replies, tasks, unsent, resting].map(({ count }) => count);
  return [...counts, campaigns.length, radars.length].every((count) => count === 0);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
