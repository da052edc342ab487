import type { WhatsappInstance } from "@/lib/contracts/messaging/whatsapp";
import type { ConnectionGap } from "@/lib/domain/whatsapp/hearing";
import type { ProviderFacts } from "./provider.service";
import type { InstanceRow } from "./whatsapp.repository";

export function toInstance(
  row: InstanceRow | null,
  counts: { chats: number; messages: number; contacts: number; contacts_read: boolean },
  provider: ProviderFacts,
  gap: ConnectionGap | null,
): WhatsappInstance {
  const status = row?.status ?? "DISCONNECTED";
  return {
    status,
    connected: status === "CONNECTED",
    connected_at: row?.connected_at?.toISOString() ?? null,
    disconnected_at: row?.disconnected_at?.toISOString() ?? null,
    ...provider,
    problem: row?.problem ?? null,
    qrcode: status === "CONNECTING" ? (row?.qr_image ?? null) : null,
    restricted_until:
      row?.restricted_until && row.restricted_until > new Date()
        ? row.restricted_until.toISOString()
        : null,
    gap: gap && { ...gap, from: gap.from.toISOString(), until: gap.until.toISOString() },
    number: status === "CONNECTED" ? (row?.number ?? null) : null,
    metrics: {
      contacts_count: counts.contacts,
      contacts_read: counts.contacts > 0 || counts.contacts_read,
      chats_count: counts.chats,
      messages_count: counts.messages,
    },
  };
}
