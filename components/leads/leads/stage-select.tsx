"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import Link from "@/components/ui/link";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { Lead } from "@/lib/contracts/leads/leads";
import { paths } from "@/lib/paths";
import { contactQueries } from "./lead-contacts.queries";
import { getStageChoice, listStageChoices } from "./stage-choice";
import { useStages } from "./stages.queries";
import { useStageChange } from "./use-stage-change";

/** Changes a lead's stage where it is shown, and asks why when it is lost. Of who asked to leave it says that, and stays. */
export function StageSelect({ lead }: { lead: Lead }) {
  const stages = useStages();
  const { choose, asked, question } = useStageChange(lead.id);
  const noteId = useId();
  const isOut = lead.status === "opted_out";
  const contacts = useQuery({ ...contactQueries.ofLead(lead.id), enabled: isOut });
  const isLocked = isOut && contacts.data?.main.opted_out === true;
  if (stages.length === 0) return <Skeleton className="h-9 w-40" />;
  return (
    <>
      <NativeSelect
        aria-label="Status do lead"
        className="h-9 w-40"
        value={asked ?? getStageChoice(lead)}
        aria-describedby={isLocked ? noteId : undefined}
        disabled={isLocked || asked !== null}
        onChange={({ target }) => choose(target.value)}
      >
        {listStageChoices(stages).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {isLocked && (
        <p id={noteId} className="w-full text-pretty text-[0.8125rem] text-muted-foreground">
          Pediu para não receber mensagens: o status só muda depois que você libera o número em{" "}
          <Link
            href={paths.blockedNumbers}
            className="text-primary-text underline underline-offset-4"
          >
            Não perturbe
          </Link>
          .
        </p>
      )}
      {question}
    </>
  );
}
