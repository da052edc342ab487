import type { PersonKeys } from "./privacy-request";

/** A message as a copy shows it. */
export interface MessageData {
  chat: string | null;
  direction: string;
  kind: string;
  content: string | null;
  details: object | null;
  file: string | null;
  sent_at: Date;
}

/** All that an account holds of a person, to be handed over: by kind, each a list. */
export interface PersonData {
  made_at: string;
  keys: PersonKeys;
  leads: object[];
  messages: MessageData[];
  /** There are more messages than a copy holds. */
  messages_cut: boolean;
  [kind: string]: unknown;
}
