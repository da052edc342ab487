import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call, upload } from "@/lib/api/client";
import { callOnce, untilAnswered } from "@/lib/api/until-answered";
import { type Chat, type ChatMessage, chat } from "@/lib/contracts/messaging/chat";
import { chatSearch } from "@/lib/contracts/messaging/chat-search";
import { contacts } from "@/lib/contracts/messaging/contacts";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { ChatFilter } from "@/lib/domain/messages/chat-message";
import {
  type MessageHistory as HistoryOf,
  mergeLatest,
  prependEarlier,
} from "@/lib/domain/messages/message-history";
import type { Reaction } from "@/lib/domain/messages/message-kind";
import { isError } from "@/lib/error-text";
import { cacheMessages, readCachedChats, readCachedMessages } from "./chat-cache";
import { type SentFile, toOwnFile, toOwnMessage } from "./own-message";
import { sendKey } from "./send-key";
import { forgetUnconfirmed } from "./unconfirmed";
import { unreadQuery } from "./unread.queries";
import { setUploadProgress } from "./upload-progress.queries";

export const MESSAGES_PER_PAGE = 50;
const LISTS = [...queryKeys.chat, "list"];

export type MessageHistory = HistoryOf<ChatMessage>;

interface ChatPage {
  chats: Chat[];
  next: string | null;
}

export const chatQueries = {
  /**
   * `search`: words of a name, or a number; `intent`: what contacts say, null for anything; `numberId`: with which of the
   * account's numbers, null for any.
   */
  list: (
    filter: ChatFilter,
    search = "",
    intent: AnswerKind | null = null,
    numberId: number | null = null,
  ) =>
    infiniteQueryOptions({
      queryKey: [
        ...LISTS,
        filter,
        ...(search === "" && !intent && !numberId ? [] : [search]),
        ...(intent ? [intent] : []),
        ...(numberId ? [numberId] : []),
      ],
      queryFn: async ({ pageParam, signal }): Promise<ChatPage> => {
        const query = {
          filter,
          search,
          ...(intent && { intent }),
          ...(numberId && { number_id: numberId }),
          ...(pageParam !== null && { after: pageParam }),
        };
        return (await call(chat.list, { query }, { signal })).data;
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    }),
  /** The latest messages that hold all words of a text. */
  search: (text: string) =>
    queryOptions({
      queryKey: [...queryKeys.chat, "search", text],
      queryFn: async ({ signal }) =>
        (await call(chatSearch.messages, { query: { query: text } }, { signal })).data.messages,
    }),
  /** The history loaded so far: the latest page is fetched, the earlier messages stay (see changed-messages). */
  messages: (chatKey: string) =>
    queryOptions({
      queryKey: [...queryKeys.chat, "messages", chatKey],
      queryFn: async ({ client, queryKey, signal }) => {
        const latest = await fetchMessages(chatKey, { pageSize: MESSAGES_PER_PAGE }, signal);
        cacheMessages(chatKey, latest.messages);
        return mergeLatest(client.getQueryData<MessageHistory>(queryKey), latest);
      },
    }),
  /** The address book's entry of a number; null without one. */
  contact: (number: string) =>
    queryOptions({
      queryKey: [...queryKeys.contacts, "number", number],
      queryFn: async ({ signal }) => {
        try {
          return (await call(contacts.get, { params: { number } }, { signal })).contact;
        } catch (error) {
          if (isError(error, "not_found")) return null;
          throw error;
        }
      },
    }),
};

export const chatMutations = {
  showTyping: () =>
    mutationOptions({
      mutationFn: (body: { contactNumber: string; typing: boolean }) => call(chat.typing, { body }),
      // The contact then does not see that somebody is typing.
      meta: { failure: null },
    }),
  archive: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (body: { contactNumber: string; archived: boolean }) =>
        call(chat.archive, { body }),
      onSettled: () => client.invalidateQueries({ queryKey: LISTS }),
    }),
  markAsRead: (client: QueryClient) =>
    mutationOptions({
      mutationFn: (contactNumber: string) => call(chat.markAsRead, { body: { contactNumber } }),
      // The person did not start this call: if it fails, the list shows the conversation as unread when it is next read.
      meta: { failure: null },
      onMutate: (contactNumber) => zeroUnread(client, contactNumber),
      onSuccess: () => client.invalidateQueries({ queryKey: unreadQuery().queryKey }),
    }),
  loadEarlier: (client: QueryClient, chatKey: string, pageSize = MESSAGES_PER_PAGE) =>
    mutationOptions({
      mutationFn: async (before: number) => {
        const earlier = await fetchMessages(chatKey, { before, pageSize });
        changeHistory(client, chatKey, (history) => prependEarlier(history, earlier, before));
      },
      meta: { failure: null },
    }),
  /** Texts and files of one conversation go out one after the other, in the order they were written. */
  send: (client: QueryClient, chatKey: string) =>
    mutationOptions({
      mutationKey: sendKey(chatKey),
      scope: { id: `chat-send ${chatKey}` },
      mutationFn: (message: SendVariables) =>
        message.file ? sendFile(client, message, message.file) : sendText(message),
      onSuccess: ({ data }, { text, quoted, file }) =>
        addMessage(
          client,
          chatKey,
          toOwnMessage({
            id: data.message_id,
            content: text === "" ? null : text,
            timestamp: data.timestamp,
            status: data.status,
            quoted,
            ...(file && toOwnFile(file, "stored")),
          }),
        ),
      onSettled: (_data, error, { key }) => {
        if (!isError(error, "outcome_unknown")) forgetUnconfirmed(chatKey, key);
        void client.invalidateQueries({ queryKey: queryKeys.chat });
      },
    }),
  react: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, emoji }: { id: number; emoji: Reaction | null }) =>
        call(chat.react, { params: { id }, body: { emoji } }),
      meta: { failureTitle: "Erro ao reagir" },
      onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.chat }),
    }),
  /** The server stores it as a new message in place of the earlier one. */
  resend: (client: QueryClient, chatKey: string) =>
    mutationOptions({
      mutationFn: ({ id }: ChatMessage) => callOnce(chat.resend, { params: { id } }),
      meta: { failureTitle: "Erro ao enviar mensagem" },
      onSuccess: ({ data }, earlier) => {
        changeHistory(client, chatKey, (history) => ({
          ...history,
          messages: history.messages.filter(({ id }) => id !== earlier.id),
        }));
        addMessage(client, chatKey, {
          ...earlier,
          id: data.message_id,
          timestamp: data.timestamp,
          status: data.status,
        });
      },
      onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.chat }),
    }),
};

export interface SendVariables {
  /** Its idempotency key: repeated requests send it only once. */
  key: string;
  to: string;
  /** Of a file: its caption, or nothing. */
  text: string;
  file: SentFile | null;
  /** The latest message known when it was sent; null while none were loaded. */
  afterId: number | null;
  sentAt: string;
  /** The message that it answers. */
  quoted: ChatMessage["quoted"];
}

function sendText({ key, to, text, quoted }: SendVariables) {
  const body = { to, content: text, ...(quoted?.id && { quoted: quoted.id }) };
  return untilAnswered(() => call(chat.send, { body }, { idempotencyKey: key }));
}

async function sendFile(
  client: QueryClient,
  { key, to, text, quoted }: SendVariables,
  { id, name, width, height, file }: SentFile,
) {
  const size = width && height ? { width, height } : {};
  const query = { to, caption: text, file_name: name, quoted: quoted?.id ?? undefined, ...size };
  try {
    return await untilAnswered(() =>
      upload(chat.sendMedia, { query }, file, (part) => setUploadProgress(client, id, part), {
        idempotencyKey: key,
      }),
    );
  } finally {
    setUploadProgress(client, id, null);
  }
}

/** Puts the stored list into the query cache, as stale, so that it is shown until the current one comes. */
export function seedChats(client: QueryClient): void {
  const { queryKey } = chatQueries.list("all");
  if (client.getQueryData(queryKey)) return;
  const chats = readCachedChats();
  if (!chats) return;
  const seeded: InfiniteData<ChatPage, string | null> = {
    pages: [{ chats, next: null }],
    pageParams: [null],
  };
  client.setQueryData(queryKey, seeded, { updatedAt: 0 });
}

/** Like seedChats, for the messages of one conversation. */
export function seedMessages(client: QueryClient, chatKey: string): void {
  const { queryKey } = chatQueries.messages(chatKey);
  if (client.getQueryData(queryKey)) return;
  const messages = readCachedMessages(chatKey);
  if (!messages) return;
  const has_more = messages.length >= MESSAGES_PER_PAGE;
  client.setQueryData(queryKey, { messages, has_more }, { updatedAt: 0 });
}

export async function fetchMessages(
  chatKey: string,
  { before, pageSize }: { before?: number; pageSize: number },
  signal?: AbortSignal,
): Promise<MessageHistory> {
  const { data } = await call(
    chat.messages,
    { params: { number: toAddress(chatKey) }, query: { per_page: pageSize, before } },
    { ...(signal && { signal }) },
  );
  return data;
}

/** A key of digits begins with the country code, which the plus says. */
function toAddress(chatKey: string): string {
  return chatKey.includes("@") ? chatKey : `+${chatKey}`;
}

export function changeHistory(
  client: QueryClient,
  chatKey: string,
  change: (history: MessageHistory) => MessageHistory,
): void {
  client.setQueryData(
    chatQueries.messages(chatKey).queryKey,
    (history: MessageHistory | undefined) => history && change(history),
  );
}

function addMessage(client: QueryClient, chatKey: string, message: ChatMessage): void {
  changeHistory(client, chatKey, (history) =>
    history.messages.some(({ id }) => id === message.id)
      ? history
      : { ...history, messages: [...history.messages, message] },
  );
}

function zeroUnread(client: QueryClient, contactNumber: string): void {
  client.setQueriesData<InfiniteData<ChatPage, string | null>>(
    { queryKey: LISTS },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          chats: page.chats.map((each) =>
            each.contactNumber === contactNumber ? { ...each, unreadCount: 0 } : each,
          ),
        })),
      },
  );
}
