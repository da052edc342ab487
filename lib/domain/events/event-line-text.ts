import { countOf } from "@/lib/format";
import { AUTOMATIC, parseSubject } from "./event-subject";
import { countEvents, keepTexts, sourceOf, statusOf } from "./event-text";

interface Line {
  event_type: string;
  subject: string;
  about: { name: string } | null;
  entries: number;
  count: number;
  answers: number;
  metadata: Record<string, unknown>;
  lead: { name: string } | null;
}

/** Used in place of the name of a campaign or list that no longer exists. */
const GONE = {
  campaign: "campanha excluída",
  search: "busca excluída",
  import: "importação excluída",
  list: "lista excluída",
};

/**
 * The parts of a line of the story: what happened, the words that join it to its subject ("37 mensagens enviadas" "na
 * campanha"), the name for a subject that no longer exists, and further details.
 */
export function describeLine(line: Line): {
  what: string;
  link: string;
  gone: string | null;
  details: string[];
} {
  const { event_type, about, metadata, answers } = line;
  const subject = parseSubject(line.subject);
  const single = line.entries === 1;
  const name = single && !about && !line.lead ? keepTexts([metadata["name"]])[0] : undefined;
  return {
    what:
      line.subject === AUTOMATIC
        ? countOf(line.count, "resposta automática", "respostas automáticas")
        : countEvents(event_type, line.count),
    link: linkWords(event_type, subject?.kind),
    gone: about ? null : (name ?? (subject && GONE[subject.kind])),
    details: keepTexts([
      answers > 0 && countOf(answers, "resposta", "respostas"),
      event_type === "lead_created" && !subject && single && sourceOf(metadata),
      // A good ending is part of the type's own text.
      single && metadata["status"] !== "completed" && statusOf(metadata),
      single && metadata["detail"],
    ]),
  };
}

function linkWords(eventType: string, kind: string | undefined): string {
  if (kind === "campaign" && eventType.startsWith("message_")) return "na campanha";
  if (kind && eventType === "lead_created") return kind === "import" ? "pela importação" : "em";
  return "·";
}
