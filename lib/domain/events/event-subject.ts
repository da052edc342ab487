/** The subjects of events, besides a lead. The database uses the same names: see event_subject() in prisma/rules. */
export const EVENT_SUBJECT_KINDS = ["campaign", "search", "import", "list"] as const;
export type EventSubjectKind = (typeof EVENT_SUBJECT_KINDS)[number];

/** What a machine answered. */
export const AUTOMATIC = "automatic";

/** "campaign 12", "automatic", or nothing. */
export const EVENT_SUBJECT = /^(?:(?:campaign|search|import|list) \d{1,9}|automatic)?$/;

/** Null for an event that is about none of them. */
export function parseSubject(subject: string): { kind: EventSubjectKind; id: number } | null {
  if (subject === "" || subject === AUTOMATIC || !EVENT_SUBJECT.test(subject)) return null;
  const [kind, id] = subject.split(" ");
  return { kind: kind as EventSubjectKind, id: Number(id) };
}
