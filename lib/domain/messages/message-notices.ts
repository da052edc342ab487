import { isFields, readFields } from "./proto-fields";

/**
 * What a person did without saying anything that we could read: a sign that somebody is there, no answer. The words are
 * ours, and are shown as a line in the conversation.
 */
const NOTICE = {
  call: "Ligação recebida",
  video: "Ligação de vídeo recebida",
  made: "Ligação feita",
  missed: "Ligação perdida",
  missedVideo: "Ligação de vídeo perdida",
  vote: "Votou em uma enquete",
  invitation: "Respondeu a um convite",
  unreadable: "Mensagem que só aparece no celular",
} as const;

/** Notices of a call that a later notice about its end replaces. */
export const OPEN_CALLS: readonly string[] = [NOTICE.call, NOTICE.video];

/** WAProto's CallOutcome: what was taken, here or on another device, was not missed. */
const TAKEN: readonly unknown[] = [0, 4, 5, "CONNECTED", "ACCEPTED_ELSEWHERE", "ONGOING"];

/** WAProto's StubType of a message without content, as a number or by name. */
const STUBS = new Map<unknown, string>([
  [2, NOTICE.unreadable],
  ["CIPHERTEXT", NOTICE.unreadable],
  [40, NOTICE.missed],
  ["CALL_MISSED_VOICE", NOTICE.missed],
  [41, NOTICE.missedVideo],
  ["CALL_MISSED_VIDEO", NOTICE.missedVideo],
]);

/** What the type of an empty message says; null for what no person did. */
export function readStub(type: unknown): string | null {
  return STUBS.get(type) ?? null;
}

/** The notice for a call's state, from Baileys and Evolution; null for the states between its beginning and its end. */
export function readCall(status: string, isVideo: boolean): string | null {
  if (status === "offer") return isVideo ? NOTICE.video : NOTICE.call;
  if (status !== "timeout") return null;
  return isVideo ? NOTICE.missedVideo : NOTICE.missed;
}

/** The notice for content without words that shows something a person did; null for other content. */
export function readNotice(fields: Record<string, unknown>, fromMe: boolean): string | null {
  const log = fields["callLogMesssage"];
  if (isFields(log)) {
    const isTaken = TAKEN.includes(log["callOutcome"] ?? 0);
    const isVideo = log["isVideo"] === true;
    if (fromMe) return NOTICE.made;
    if (isTaken) return isVideo ? NOTICE.video : NOTICE.call;
    return isVideo ? NOTICE.missedVideo : NOTICE.missed;
  }
  // A vote that was taken back has no payload.
  if (readFields(readFields(fields["pollUpdateMessage"])["vote"])["encPayload"]) return NOTICE.vote;
  if (isFields(fields["encEventResponseMessage"])) return NOTICE.invitation;
  return isFields(fields["placeholderMessage"]) ? NOTICE.unreadable : null;
}
