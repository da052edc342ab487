import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod/mini";
import { useSchemaForm } from "@/components/shared/forms/form";
import {
  CampaignInput,
  type CampaignValues,
  fitToConnection,
  keepDraft,
  readDraft,
} from "./campaign-values";

export type CampaignForm = UseFormReturn<CampaignValues, unknown, z.output<typeof CampaignInput>>;

interface CampaignFormSource {
  draftKey: string;
  /** The values without a draft. */
  initial: CampaignValues;
  /** Contacts who have not written get only approved templates. */
  byTemplate: boolean;
}

/** The editor's form. Its values are stored as a draft at each change and restored at the next visit. */
export function useCampaignForm({ draftKey, initial, byTemplate }: CampaignFormSource) {
  const [begun] = useState(() => fitToConnection(initial, byTemplate));
  const [start] = useState(() => fitToConnection(readDraft(draftKey) ?? begun, byTemplate));
  const [isRestored, setIsRestored] = useState(() => readDraft(draftKey) !== null);
  const unchanged = useRef(begun);
  const form = useSchemaForm<CampaignValues, z.output<typeof CampaignInput>>(
    CampaignInput as never,
    start,
  );
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(draftKey, values, unchanged.current),
      }),
    [form, draftKey],
  );

  /** Begins again with these values, which need no draft. */
  function restart(values: CampaignValues) {
    unchanged.current = values;
    setIsRestored(false);
    form.reset(values);
    keepDraft(draftKey, values, values);
  }

  /** Goes back to the values without a draft. Returns a function that restores the draft. */
  function discardDraft(): () => void {
    const values = form.getValues();
    restart(begun);
    return () => {
      form.reset(values);
      keepDraft(draftKey, values, begun);
      setIsRestored(true);
    };
  }

  return { form: form as CampaignForm, restart, isRestored, discardDraft };
}
