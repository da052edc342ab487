"use client";

import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { Lead } from "@/lib/contracts/leads/leads";
import { getStageChoice, listStageChoices } from "./stage-choice";
import { useStages } from "./stages.queries";
import { useStageChange } from "./use-stage-change";

/** Changes a lead's stage where it is shown, and asks why when it is lost. */
export function StageSelect({ lead }: { lead: Lead }) {
  const stages = useStages();
  const { choose, asked, question } = useStageChange(lead.id);
  if (stages.length === 0) return <Skeleton className="h-9 w-40" />;
  return (
    <>
      <NativeSelect
        aria-label="Status do lead"
        className="h-9 w-40"
        value={asked ?? getStageChoice(lead)}
        disabled={asked !== null}
        onChange={({ target }) => choose(target.value)}
      >
        {listStageChoices(stages).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {question}
    </>
  );
}
