"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import {
  type Attachment,
  addAttachments,
  attachmentsQuery,
  readAttachment,
  setAttachments,
} from "@/components/messaging/chat/attachment.queries";
import { notifyError } from "@/components/shared/feedback/notify";
import { SENT_FILES_AT_ONCE } from "@/lib/domain/media/sent-media";

export interface Attachments {
  files: Attachment[];
  add: (files: readonly File[]) => void;
  /** Like `add`, for a file that was read already: it is there at once. */
  put: (files: readonly Attachment[]) => void;
  remove: (id: string) => void;
  clear: () => void;
}

/** The files that are about to be sent in a conversation. */
export function useAttachments(chatKey: string): Attachments {
  const client = useQueryClient();
  const files = useQuery(attachmentsQuery(chatKey)).data;
  const put = useCallback(
    (read: readonly Attachment[], unread = 0) => {
      if (addAttachments(client, chatKey, read) + unread === 0) return;
      notifyError("Arquivos demais", {
        description: `Envie até ${SENT_FILES_AT_ONCE} arquivos de cada vez.`,
      });
    },
    [client, chatKey],
  );
  const add = useCallback(
    async (chosen: readonly File[]) => {
      // Further files are not read: a folder may contain thousands.
      const read = await Promise.all(chosen.slice(0, SENT_FILES_AT_ONCE).map(readAttachment));
      put(read, chosen.length - read.length);
    },
    [put],
  );
  return {
    files,
    add: useCallback((chosen) => void add(chosen), [add]),
    put,
    remove: (id) =>
      setAttachments(
        client,
        chatKey,
        files.filter((file) => file.id !== id),
      ),
    clear: () => setAttachments(client, chatKey, []),
  };
}
