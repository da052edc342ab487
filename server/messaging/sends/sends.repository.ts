import type { MessageKind } from "@/lib/domain/messages/message-kind";
import { execute, prepared, rows, type Sql, sql } from "@/server/platform/db/sql";

/** Who wants the message sent, and reads its outcome: a message of the chat or the recipient of a campaign. */
export type Purpose = "chat" | "campaign";

/** A message that was handed to the provider, or is about to be, and has no recorded outcome. */
export interface Send {
  id: number;
  owner_id: number;
  instance_id: number;
  /** The id that we chose for it. */
  message_id: string;
  /** Id of the message or the recipient, by its purpose. */
  ref_id: number;
  /** WhatsApp's address of the contact, or digits with country code. */
  address: string;
  kind: MessageKind;
  content: string | null;
  /** The size of its file. */
  bytes: number | null;
  opened_at: Date;
}

export interface NewSend {
  ownerId: number;
  instanceId: number;
  messageId: string;
  refId: number;
  address: string;
  kind: MessageKind;
  content: string | null;
  bytes: number | null;
}

const REF: Record<Purpose, Sql> = { chat: sql`chat_message_id`, campaign: sql`recipient_id` };

/** Records messages before they are handed to the provider. Call inside the transaction that decides to send them. */
export async function insertSends(purpose: Purpose, sends: readonly NewSend[]): Promise<void> {
  await execute(
    prepared(
      `insert sends of ${purpose}`,
      sql`INSERT INTO sends (owner_id, instance_id, message_id, ${REF[purpose]}, address, kind, content, bytes)
          SELECT * FROM unnest(${sends.map(({ ownerId }) => ownerId)}::int[],
            ${sends.map(({ instanceId }) => instanceId)}::int[], ${sends.map(({ messageId }) => messageId)}::text[],
            ${sends.map(({ refId }) => refId)}::int[], ${sends.map(({ address }) => address)}::text[],
            ${sends.map(({ kind }) => kind)}::text[], ${sends.map(({ content }) => content)}::text[],
            ${sends.map(({ bytes }) => bytes)}::int[])`,
    ),
  );
}

/** Deletes sends whose outcome is recorded in the same transaction. */
export async function deleteSends(purpose: Purpose, refIds: readonly number[]): Promise<void> {
  await execute(
    prepared(
      `delete sends of ${purpose}`,
      sql`DELETE FROM sends WHERE ${REF[purpose]} = ANY(${refIds}::int[])`,
    ),
  );
}

/** Takes sends whose outcome has been awaited too long, few of one owner; each is due again after the same time. */
export function claimOverdue(
  purpose: Purpose,
  afterSeconds: { text: number; file: number },
  { limit, ofOneOwner }: { limit: number; ofOneOwner: number },
): Promise<Send[]> {
  const overdue = sql`${REF[purpose]} IS NOT NULL AND asked_at < now() - make_interval(secs =>
    CASE kind WHEN 'text' THEN ${afterSeconds.text}::int ELSE ${afterSeconds.file}::int END)`;
  return rows(
    sql`UPDATE sends SET asked_at = now()
        WHERE id = ANY (ARRAY(
          SELECT id FROM sends
          WHERE id = ANY (ARRAY(
              SELECT id FROM (
                SELECT id, asked_at, row_number() OVER (PARTITION BY owner_id ORDER BY asked_at) AS place
                FROM sends WHERE ${overdue}) AS waiting
              WHERE place <= ${ofOneOwner} ORDER BY asked_at LIMIT ${limit}))
            AND ${overdue}
          FOR UPDATE SKIP LOCKED))
        RETURNING id, owner_id, instance_id, message_id, ${REF[purpose]} AS ref_id, address, kind, content, bytes, opened_at`,
  );
}

/**
 * Creates sends for messages and recipients that await an outcome and have none: the previous version opened them while
 * it was being replaced.
 */
export async function adoptSends(afterSeconds: number): Promise<void> {
  await execute(
    sql`INSERT INTO sends (owner_id, instance_id, message_id, chat_message_id, address, kind, content, bytes, opened_at)
        SELECT m.owner_id, m.instance_id, m.provider_message_id, m.id, c.chat_id, m.kind, m.content, d.bytes, m.sent_at
        FROM messages m JOIN conversations c ON c.id = m.conversation_id
        LEFT JOIN message_media d ON d.message_id = m.id
        WHERE m.sending_since < now() - make_interval(secs => ${afterSeconds})
          AND NOT EXISTS (SELECT 1 FROM sends s WHERE s.chat_message_id = m.id)
        ON CONFLICT DO NOTHING`,
  );
  await execute(
    sql`INSERT INTO sends (owner_id, instance_id, message_id, recipient_id, address, kind, content, opened_at)
        SELECT p.owner_id, i.id, p.message_id, p.id, coalesce(v.chat_id, p.number), 'text', p.text, p.claimed_at
        FROM campaign_runs r JOIN campaign_recipients p ON p.run_id = r.id AND p.state = 'sending'
        JOIN whatsapp_instances i ON i.owner_id = p.owner_id AND (i.id = r.instance_id OR r.instance_id IS NULL AND i.is_default)
        LEFT JOIN conversations v ON v.owner_id = p.owner_id AND v.phone_key = p.phone_key AND v.instance_id = i.id
        WHERE r.status IN ('pending', 'running') AND p.claimed_at < now() - make_interval(secs => ${afterSeconds})
          AND p.message_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sends s WHERE s.recipient_id = p.id)
        ON CONFLICT DO NOTHING`,
  );
}
