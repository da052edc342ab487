import { SAO_PAULO } from "@/lib/domain/time/sao-paulo-day";

/** WhatsApp's report on the new chats that a number may begin. */
export interface NewChats {
  state: "open" | "unlimited" | "capped" | "unknown";
  left: number | null;
  total: number | null;
  cycle_end: string | null;
  failed: boolean;
}

const day = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "2-digit",
  timeZone: SAO_PAULO,
});

/**
 * 'restam 41 conversas novas até 30/11; a campanha usa 28'. An unknown quota, no cap and an empty quota give three
 * different sentences, none of them with a zero. `uses`: how many the campaign begins, if known.
 */
export function describeNewChats(told: NewChats, uses: number | null = null): string {
  const { state, left, cycle_end, failed } = told;
  if (state === "unknown") return "não foi possível perguntar";
  const said = failed ? " (última resposta; agora não foi possível perguntar)" : "";
  if (state === "unlimited") return `sem limite informado${said}`;
  const until = cycle_end === null ? "" : ` até ${day.format(new Date(cycle_end))}`;
  if (state === "capped" || left === 0)
    return `nenhuma conversa nova${until}: limite atingido${said}`;
  const count = left ?? 0;
  const one = count === 1;
  const rest = `${one ? "resta" : "restam"} ${count.toLocaleString("pt-BR")} ${one ? "conversa nova" : "conversas novas"}${until}`;
  const use = uses === null ? "" : `; a campanha usa ${uses.toLocaleString("pt-BR")}`;
  return `${rest}${use}${said}`;
}
