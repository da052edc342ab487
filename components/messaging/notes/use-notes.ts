"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { usePageVisible } from "@/components/messaging/chat/use-page-visible";
import { useTeam } from "@/components/session/team.queries";
import type { ConversationNote } from "@/lib/contracts/messaging/chat-notes";
import { noteMutations, noteQueries } from "./notes.queries";

const NO_NOTES: ConversationNote[] = [];

/**
 * The notes of the open conversation, the oldest first. Whoever works alone has none. What mentions the user counts as
 * seen while somebody can see it.
 */
export function useNotes(contactNumber: string) {
  const { isTeam } = useTeam();
  const list = useQuery({ ...noteQueries.list(contactNumber), enabled: isTeam });
  const { mutate } = useMutation(noteMutations.readMentions(useQueryClient()));
  const mentioned = list.data?.mentioned === true;
  const visible = usePageVisible();
  useEffect(() => {
    if (mentioned && visible) mutate(contactNumber);
  }, [mentioned, visible, contactNumber, mutate]);
  return { isTeam, list, notes: list.data?.notes ?? NO_NOTES };
}
