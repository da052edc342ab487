"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import {
  type Attachment,
  addAttachments,
  attachmentsQuery,
  readAttachment,
  setAttachments,
} from "@/components/chat/attachment.queries";
import { notifyError } from "@/components/shared/feedback/notify";
import { SENT_FILES_AT_ONCE } from "@/lib/domain/media/sent-media";

export interface Attachments {
  files: Attachment[];
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  clear: () => void;
}

/** The files that are about to be sent in a conversation. */
export function useAttachments(chatKey: string): Attachments {
  const client = useQueryClient();
  const files = useQuery(attachmentsQuery(chatKey)).data;
  const add = useCallback(
    async (chosen: readonly File[]) => {
      // More are not read: a folder may hold thousands.
      const read = await Promise.all(chosen.slice(0, SENT_FILES_AT_ONCE).map(readAttachment));
      const left = addAttachments(client, chatKey, read) + chosen.length - read.length;
      if (left === 0) return;
      notifyError("Arquivos demais", {
        description: `Envie até ${SENT_FILES_AT_ONCE} arquivos de cada vez.`,
      });
    },
    [client, chatKey],
  );
  return {
    files,
    add: useCallback((chosen) => void add(chosen), [add]),
    remove: (id) =>
      setAttachments(
        client,
        chatKey,
        files.filter((file) => file.id !== id),
      ),
    clear: () => setAttachments(client, chatKey, []),
  };
}
