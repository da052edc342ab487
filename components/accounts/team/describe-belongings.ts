import { countOf } from "@/lib/format";

/** '3 leads, 1 conversa e 2 tarefas'; what there is none of is left out. */
export function describeBelongings(of: {
  leads: number;
  conversations: number;
  tasks: number;
}): string {
  const parts = [
    of.leads > 0 && countOf(of.leads, "lead", "leads"),
    of.conversations > 0 && countOf(of.conversations, "conversa", "conversas"),
    of.tasks > 0 && countOf(of.tasks, "tarefa", "tarefas"),
  ].filter((part) => part !== false);
  return parts.length === 0 ? "Nada" : new Intl.ListFormat("pt-BR").format(parts);
}
