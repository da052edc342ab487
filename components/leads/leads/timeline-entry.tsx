import {
  Ban,
  CalendarPlus,
  CircleCheck,
  CircleHelp,
  Megaphone,
  Merge,
  MessageSquare,
  Pencil,
  RefreshCw,
  Send,
  Sparkles,
  StickyNote,
} from "lucide-react";
import { useOwnFields } from "@/components/leads/own-fields/own-fields.queries";
import { useTeam } from "@/components/session/team.queries";
import type { LeadHistoryEntry } from "@/lib/contracts/leads/lead-history";
import { nameChangedField } from "@/lib/domain/leads/lead-change";
import { labelOf, lookUp } from "@/lib/domain/text/known-words";
import { lowerFirst } from "@/lib/domain/text/lower-first";
import { formatDateTime } from "@/lib/format";
import { getLeadSourceLabel, LEAD_STATUS_LABEL } from "./lead-labels";
import { LeadNote } from "./lead-note";

const ICON = {
  created: Sparkles,
  status: RefreshCw,
  edited: Pencil,
  message_sent: Send,
  message_received: MessageSquare,
  campaign: Megaphone,
  note: StickyNote,
  task_made: CalendarPlus,
  task_done: CircleCheck,
  merged: Merge,
};

const CHANGED_BY: Record<string, string> = {
  campaign: "por uma campanha",
  reply: "por uma resposta",
  phone: "por uma mensagem do celular",
};

const OUTCOME: Record<string, string> = {
  pending: "na fila",
  sending: "enviando",
  sent: "enviada",
  failed: "falhou",
  skipped: "não enviada",
  unknown: "resultado desconhecido",
};

/** The delivery state of the user's own message. */
const PROGRESS: Record<string, string> = {
  pending: "enviando",
  sent: "enviada",
  failed: "falhou",
  delivered: "entregue",
  read: "lida",
};

export function TimelineEntry({ entry }: { entry: LeadHistoryEntry }) {
  const author = useAuthor(entry.person);
  const isOptOut = entry.kind === "status" && entry.to === "opted_out";
  const Icon = isOptOut ? Ban : lookUp(ICON, entry.kind, CircleHelp);
  const detail = describeDetail(entry);
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-accent">
        <Icon className="size-3.5 text-muted-foreground" aria-hidden />
      </span>
      <div className="min-w-0 flex-1 text-sm">
        {entry.note ? (
          <LeadNote note={entry.note} />
        ) : entry.changes ? (
          <Changes changes={entry.changes} author={author} />
        ) : (
          <span className="block break-words">{describeEntry(entry, author)}</span>
        )}
        <span className="text-muted-foreground text-xs tabular-nums">
          <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          {detail && ` · ${detail}`}
        </span>
      </div>
    </li>
  );
}

/** 'por Bia'; empty where the entry names nobody. */
function useAuthor(person: string | null): string {
  const { people, isTeam } = useTeam();
  const [named, namesake] = people.filter(({ name }) => name === person);
  if (!isTeam || (named?.is_you && !namesake)) return "por você";
  return person ? `por ${person}` : "";
}

interface ChangesProps {
  changes: NonNullable<LeadHistoryEntry["changes"]>;
  author: string;
}

/** The changes of an edit, one field per line. */
function Changes({ changes, author }: ChangesProps) {
  const ownFields = useOwnFields();
  return (
    <>
      <span className="block">{`Editado ${author}`.trim()}</span>
      <ul className="text-[0.8125rem]">
        {changes.map(({ field, from, to }) => (
          <li key={field} className="break-words">
            <span className="text-muted-foreground">{nameChangedField(field, ownFields)}:</span>{" "}
            {from && (
              <>
                <del>{from}</del> <span aria-hidden>→</span>{" "}
              </>
            )}
            {to ?? <span className="text-muted-foreground">vazio</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function describeEntry(entry: LeadHistoryEntry, author: string): string {
  switch (entry.kind) {
    case "created":
      return `Lead criado: ${getLeadSourceLabel(entry.text ?? "")}`;
    case "status":
      return [describeChange(entry), entry.by === "person" ? author : CHANGED_BY[entry.by ?? ""]]
        .filter(Boolean)
        .join(", ");
    case "campaign":
      return `${entry.text ?? "Campanha"}: ${describeOutcome(entry)}`;
    case "message_sent":
      return `${entry.by ? `Você para ${entry.by}` : "Você"}: ${entry.text ?? "mensagem sem texto"}`;
    case "message_received":
      return `${entry.by ? `Recebida de ${entry.by}` : "Recebida"}: ${entry.text ?? "mensagem sem texto"}`;
    case "task_made":
      return `Tarefa criada: ${entry.text ?? ""}`;
    case "task_done":
      return `Tarefa concluída: ${entry.text ?? ""}`;
    case "merged":
      return `Juntado com ${entry.text ?? ""}`;
    default:
      return entry.text ?? String(entry.kind);
  }
}

/** 'enviada', 'falhou: o número não tem WhatsApp', 'passo 2 não vai: respondeu' */
function describeOutcome({ outcome, step, reason }: LeadHistoryEntry): string {
  const isLater = step !== null && step > 1;
  const said = isLater && outcome === "skipped" ? "não vai" : (OUTCOME[outcome ?? ""] ?? "");
  return [isLater ? `passo ${step} ${said}` : said, reason && lowerFirst(reason)]
    .filter(Boolean)
    .join(": ");
}

function describeDetail(entry: LeadHistoryEntry): string | null {
  if (entry.kind === "message_sent") return PROGRESS[entry.outcome ?? ""] ?? null;
  if (entry.kind === "created") return entry.search;
  if (entry.kind === "campaign" && entry.variant !== null) return `mensagem ${entry.variant}`;
  if (entry.note?.edited_at) return "editada";
  return null;
}

/** The stages; or the statuses, if the stage did not change or the change is older than stages. */
function describeChange({ from, to, from_stage, to_stage }: LeadHistoryEntry): string {
  if (from_stage !== to_stage) return `Status: ${from_stage} → ${to_stage}`;
  return `Status: ${getStatusLabel(from)} → ${getStatusLabel(to)}`;
}

function getStatusLabel(status: LeadHistoryEntry["from"]): string {
  return status ? labelOf(LEAD_STATUS_LABEL, status) : "";
}
