import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { refreshEarlierMessage } from "@/components/messaging/chat/changed-messages";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call, endpointUrl } from "@/lib/api/client";
import { chat, MEDIA_PATH } from "@/lib/contracts/messaging/chat";

/** The address of a message's file. */
export function getMediaUrl(messageId: number, { download = false } = {}): string {
  const url = endpointUrl(MEDIA_PATH, { id: messageId });
  return download ? `${url}?download` : url;
}

export function requestMediaMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: number) => call(chat.requestMedia, { params: { id } }),
    meta: { failureTitle: "Erro ao baixar o arquivo" },
    onSettled: (_answer, _error, id) => {
      void client.invalidateQueries({ queryKey: queryKeys.chat });
      refreshEarlierMessage(client, id);
    },
  });
}
