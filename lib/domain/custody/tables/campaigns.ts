import { KEPT_DAYS } from "@/lib/domain/custody/kept-days";
import { LEASE, type Table } from "./table";

export const CAMPAIGN_TABLES = {
  campaigns: {
    writer: "campaigns",
    file: "As campanhas",
    trims: [
      // As long as the caps on first contacts count the messages of deleted campaigns.
      {
        since: "deleted_at",
        after: { days: 31 },
        atOnce: 20,
        told: { what: "Campanhas excluídas" },
      },
    ],
  },
  campaign_steps: { writer: "campaigns", file: "As mensagens seguintes das sequências" },
  days_off: { writer: "days-off", file: "Os dias sem campanha" },
  campaign_runs: { writer: "campaigns", file: "Os envios de cada campanha", without: LEASE },
  campaign_recipients: {
    writer: "campaigns",
    file: "Os destinatários das campanhas, com o que foi enviado a cada um",
    without: ["attempts", "claimed_at", "not_before"],
    merged: "moved",
  },
  number_paces: {
    writer: "campaigns",
    owner: null,
    trims: [{ since: "next_send_at", after: { days: KEPT_DAYS.numberStanding } }],
  },
  number_days: {
    writer: "campaigns",
    owner: null,
    trims: [
      {
        since: "day",
        after: { days: KEPT_DAYS.numberStanding },
        told: {
          what: "Quantas pessoas um número de WhatsApp abordou por dia, para protegê-lo, mesmo depois da conta",
        },
      },
    ],
  },
} as const satisfies Record<string, Table>;
