import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import { type Note, type NoteChange, notes } from "@/lib/contracts/leads/notes";

export const noteQueries = {
  pinned: (leadId: number) =>
    queryOptions({
      queryKey: [...queryKeys.leads, "pinned-notes", leadId],
      queryFn: ({ signal }) =>
        call(notes.list, { params: { id: leadId }, query: { pinned: "true" } }, { signal }),
      select: ({ notes: found }) => found,
    }),
};

export const noteMutations = {
  create: (client: QueryClient, leadId: number) =>
    mutationOptions({
      mutationFn: (text: string) => call(notes.create, { params: { id: leadId }, body: { text } }),
      meta: { failure: null },
      onSettled: () => refresh(client),
    }),
  update: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, change }: { id: number; change: NoteChange }) =>
        call(notes.update, { params: { id }, body: change }),
      onSettled: () => refresh(client),
    }),
  remove: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (id: number) => call(notes.remove, { params: { id } }),
      onSettled: () => refresh(client),
    }),
  /** Creates a deleted note again. */
  bringBack: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ lead_id, text, pinned_at }: Note) =>
        call(notes.create, {
          params: { id: lead_id },
          body: { text, pinned: pinned_at !== null },
        }),
      onSettled: () => refresh(client),
    }),
};

function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: queryKeys.leads });
}
