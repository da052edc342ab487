import { queryKeys } from "@/components/shared/state/query-keys";

/** The mutations that send messages. */
export const SEND_KEY = [...queryKeys.chat, "send"];

/** Those of one conversation. */
export const sendKey = (chatKey: string) => [...SEND_KEY, chatKey];
