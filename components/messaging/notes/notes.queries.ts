import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { readStoredState, storeState } from "@/components/shared/state/use-stored-state";
import { call } from "@/lib/api/client";
import { CHAT_NOTE_DRAFT_PREFIX, getPageUserId } from "@/lib/api/session-store";
import { callOnce } from "@/lib/api/until-answered";
import { type ConversationNote, chatNotes } from "@/lib/contracts/messaging/chat-notes";

/** Apart from the draft of the message, so that neither becomes the other. */
export function getNoteDraftKey(chatKey: string): string {
  return `${CHAT_NOTE_DRAFT_PREFIX}${getPageUserId()}_${chatKey}`;
}

export const noteQueries = {
  /** The notes of a conversation, the oldest first, and whether one mentions the user who has not seen it. */
  list: (number: string) =>
    queryOptions({
      queryKey: [...queryKeys.chat, "notes", number],
      queryFn: async ({ signal }) => {
        const answer = await call(chatNotes.list, { params: { number } }, { signal });
        return { ...answer, notes: answer.notes.toReversed() };
      },
    }),
};

export const noteMutations = {
  /** What was typed stays until it is saved. */
  create: (client: QueryClient, chatKey: string, number: string) =>
    mutationOptions({
      mutationFn: ({ text, mentions }: { draft: string; text: string; mentions: number[] }) =>
        callOnce(chatNotes.create, { params: { number }, body: { text, mentions } }),
      // The form shows it.
      meta: { failure: null },
      onSuccess: ({ note }, { draft }) => {
        const key = getNoteDraftKey(chatKey);
        if (readStoredState(key, "") === draft) storeState(key, "");
        changeNotes(client, number, (notes) => [...notes.filter(({ id }) => id !== note.id), note]);
      },
      onSettled: () => client.invalidateQueries({ queryKey: noteQueries.list(number).queryKey }),
    }),
  remove: (client: QueryClient, number: string) =>
    mutationOptions({
      mutationFn: (id: number) => call(chatNotes.remove, { params: { id } }),
      meta: { failureTitle: "A nota não foi excluída" },
      onSuccess: (_data, id) =>
        changeNotes(client, number, (notes) => notes.filter((note) => note.id !== id)),
      onSettled: () => client.invalidateQueries({ queryKey: noteQueries.list(number).queryKey }),
    }),
  readMentions: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (contactNumber: string) =>
        call(chatNotes.readMentions, { body: { contactNumber } }),
      // The user did not start it: where it fails, the mention stays in the count.
      meta: { failure: null },
      onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.chat }),
    }),
};

function changeNotes(
  client: QueryClient,
  number: string,
  change: (notes: ConversationNote[]) => ConversationNote[],
): void {
  client.setQueryData(
    noteQueries.list(number).queryKey,
    (known) => known && { ...known, notes: change(known.notes) },
  );
}
