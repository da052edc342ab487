import { LEAD_UNDO_MINUTES } from "@/lib/domain/custody/kept-days";
import { DONE_TASK_DAYS } from "@/lib/domain/tasks/task";
import { COPY, LEASE, MACHINERY, type Table } from "./table";

export const LEAD_TABLES = {
  leads: { writer: "leads", file: "Os leads" },
  // Written by triggers on leads.
  lead_search: { writer: null, owner: null, kept: "a row for each lead, which takes it along" },
  lead_counts: { writer: null, noFile: MACHINERY },
  lead_count_changes: { writer: null, noFile: MACHINERY },
  lead_deletions: {
    writer: "leads",
    noFile: COPY,
    trims: [
      {
        since: "deleted_at",
        after: { minutes: LEAD_UNDO_MINUTES },
        atOnce: 20,
        told: { what: "Leads excluídos, para desfazer" },
      },
    ],
  },
  deleted_leads: { writer: "leads", noFile: COPY },
  lead_change_sets: { writer: "leads", noFile: COPY, trims: [{ since: "expires_at", atOnce: 20 }] },
  lead_changes: { writer: "leads", noFile: COPY },
  lead_merges: {
    writer: "merges",
    file: "As uniões de leads",
    duty: "delete old lead merges",
  },
  merged_leads: { writer: "merges", file: "Os leads unidos a outros" },
  distinct_leads: {
    writer: "distinct-leads",
    file: "Pares de leads que você disse serem diferentes",
  },
  lead_events: { writer: "leads", file: "O histórico de cada lead", merged: "moved" },
  lists: { writer: "lists", file: "As listas" },
  list_leads: { writer: "lists", file: "Os leads de cada lista", merged: "joined" },
  stages: { writer: "stages", file: "As etapas" },
  tags: { writer: "tags", file: "As etiquetas" },
  lead_tags: { writer: "tags", file: "As etiquetas de cada lead", merged: "joined" },
  own_fields: { writer: "own-fields", file: "Os campos próprios", duty: "delete old own fields" },
  lead_values: { writer: "own-fields", file: "Os valores dos campos próprios", merged: "joined" },
  loss_reasons: { writer: "stages", file: "Os motivos de perda" },
  lead_views: { writer: "lead-views", file: "As visões salvas da tabela de leads" },
  imports: {
    writer: "imports",
    file: "As importações",
    without: LEASE,
    trims: [
      { since: "created_at", after: { days: 1 }, atOnce: 20, only: "status = 'uploaded'" },
      { since: "completed_at", after: { days: 84 }, atOnce: 20 },
    ],
  },
  import_chunks: { writer: "imports", noFile: COPY, duty: "delete imported rows" },
  import_refusals: { writer: "imports", file: "As linhas que as importações recusaram" },
  notes: { writer: "notes", file: "As anotações", merged: "moved" },
  lead_contacts: {
    writer: "lead-contacts",
    file: "Os outros contatos de cada empresa",
    merged: "joined",
  },
  tasks: {
    writer: "tasks",
    file: "As tarefas",
    trims: [
      { since: "done_at", after: { days: DONE_TASK_DAYS }, told: { what: "Tarefas feitas" } },
    ],
    merged: "moved",
  },
} as const satisfies Record<string, Table>;
