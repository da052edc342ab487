import type { z } from "zod/mini";
import type { WhatsappInstance } from "@/lib/contracts/messaging/whatsapp";
import type { ConnectionGap } from "@/lib/domain/whatsapp/hearing";
import type { ProviderFacts } from "./provider.service";
import type { InstanceRow } from "./whatsapp.repository";

export function toInstance(
  row: InstanceRow | null,
  counts: { chats: number; messages: number; contacts: number; contacts_read: boolean },
  provider: ProviderFacts,
  gap: ConnectionGap | null,
): z.input<typeof WhatsappInstance> {
  const status = row?.status ?? "DISCONNECTED";
  return {
    status,
    connected: status === "CONNECTED",
    connected_at: row?.connected_at ?? null,
    disconnected_at: row?.disconnected_at ?? null,
    ...provider,
    problem: row?.problem ?? null,
    qrcode: status === "CONNECTING" ? (row?.qr_image ?? null) : null,
    restricted_until:
      row?.restricted_until && row.restricted_until > new Date() ? row.restricted_until : null,
    gap,
    number: status === "CONNECTED" ? (row?.number ?? null) : null,
    metrics: {
      contacts_count: counts.contacts,
      contacts_read: counts.contacts > 0 || counts.contacts_read,
      chats_count: counts.chats,
      messages_count: counts.messages,
    },
  };
}
