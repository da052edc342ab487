import type { Suggestion } from "@/lib/contracts/messaging/suggestions";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

/** The model's suggestions for this message of the conversation; null when it wrote none. */
export async function findSuggestions(
  ownerId: OwnerId,
  conversationId: number,
  messageId: number,
): Promise<Suggestion[] | null> {
  const found = await prisma.suggestionSet.findFirst({
    where: { owner_id: ownerId, conversation_id: conversationId, message_id: messageId },
    select: { suggestions: true },
  });
  return found ? (found.suggestions as unknown as Suggestion[]) : null;
}

export async function storeSuggestions(
  ownerId: OwnerId,
  { conversationId, messageId }: { conversationId: number; messageId: number },
  suggestions: readonly Suggestion[],
): Promise<void> {
  await execute(
    sql`INSERT INTO suggestion_sets (owner_id, conversation_id, message_id, suggestions)
        VALUES (${ownerId}, ${conversationId}, ${messageId}, ${toStorableJson(suggestions)}::jsonb)
        ON CONFLICT (conversation_id) DO UPDATE
        SET message_id = excluded.message_id, suggestions = excluded.suggestions, created_at = now()`,
  );
}

/** Counts one call of the model. Returns false when the day has no more. */
export async function takeCall(ownerId: OwnerId, day: string, most: number): Promise<boolean> {
  const taken = await firstRow(
    sql`INSERT INTO suggestion_days AS d (owner_id, day, calls)
        SELECT ${ownerId}, ${day}::date, 1 WHERE ${most}::int > 0
        ON CONFLICT (owner_id, day) DO UPDATE SET calls = d.calls + 1 WHERE d.calls < ${most}
        RETURNING 1`,
  );
  return taken !== null;
}

export async function addTokens(
  ownerId: OwnerId,
  day: string,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): Promise<void> {
  await execute(
    sql`UPDATE suggestion_days SET input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens}
        WHERE owner_id = ${ownerId} AND day = ${day}::date`,
  );
}
