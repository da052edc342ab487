"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TagChips } from "./tag-chips";
import { TagInput } from "./tag-input";
import { tagMutations } from "./tags.queries";

/** The tags of a lead, added and removed in place. */
export function LeadTags({ leadId, tagIds }: { leadId: number; tagIds: readonly number[] }) {
  const { mutate, isPending } = useMutation(tagMutations.onLeads(useQueryClient()));
  const lead_ids = [leadId];
  return (
    <div className="space-y-2">
      <TagChips ids={tagIds} onRemove={({ id }) => mutate({ lead_ids, remove: [id] })} />
      <TagInput
        label="Nova etiqueta"
        taken={tagIds}
        loading={isPending}
        onAdd={(name) => mutate({ lead_ids, add: [name] })}
      />
    </div>
  );
}
