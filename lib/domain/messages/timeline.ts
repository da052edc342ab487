interface Dated {
  timestamp: string;
}

/**
 * Messages, the oldest first, with the notes between them by time. While there are earlier messages to load, the notes
 * before the first one wait for them.
 */
export function weaveNotes<Message extends Dated, Note extends Dated>(
  messages: readonly Message[],
  notes: readonly Note[],
  hasEarlier: boolean,
): (Message | Note)[] {
  const first = hasEarlier ? toTime(messages[0]) : Number.NEGATIVE_INFINITY;
  const waiting = notes.filter((note) => toTime(note) >= first);
  const woven: (Message | Note)[] = [];
  for (const message of messages) {
    while (waiting[0] && toTime(waiting[0]) < toTime(message)) woven.push(...waiting.splice(0, 1));
    woven.push(message);
  }
  return [...woven, ...waiting];
}

const toTime = (dated: Dated | undefined) =>
  dated ? Date.parse(dated.timestamp) : Number.NEGATIVE_INFINITY;
