import type { ListedTemplate, TemplateChange } from "@/lib/domain/messages/listed-template";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import type { WhatsappTemplate } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

/** Replaces the stored templates with Meta's current list. Call inside a transaction. */
export async function replaceTemplates(
  ownerId: OwnerId,
  instanceId: number,
  templates: readonly ListedTemplate[],
): Promise<void> {
  const listed = toStorableJson(templates);
  await execute(
    sql`DELETE FROM whatsapp_templates t WHERE t.owner_id = ${ownerId} AND t.instance_id = ${instanceId}
        AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(${listed}::jsonb) AS l(name text, language text)
                        WHERE l.name = t.name AND l.language = t.language)`,
  );
  await execute(
    sql`INSERT INTO whatsapp_templates (owner_id, instance_id, name, language, category, status, quality, reason, content, unusable)
        SELECT DISTINCT ON (name, language) ${ownerId}::int, ${instanceId}::int, name, language, category, status, quality, reason,
               nullif(content, 'null'::jsonb), unusable
        FROM jsonb_to_recordset(${listed}::jsonb)
          AS l(name text, language text, category text, status text, quality text, reason text, content jsonb, unusable text)
        ORDER BY name, language
        ON CONFLICT (owner_id, instance_id, name, language) DO UPDATE
          SET category = excluded.category, status = excluded.status, quality = excluded.quality, reason = excluded.reason,
              content = excluded.content, unusable = excluded.unusable, asked_at = now()`,
  );
}

const SHOWN = {
  name: true,
  language: true,
  category: true,
  status: true,
  quality: true,
  reason: true,
  content: true,
  unusable: true,
  asked_at: true,
} as const;

export type TemplateRow = Omit<Pick<WhatsappTemplate, keyof typeof SHOWN>, "content"> & {
  content: unknown;
};

export function findTemplates(
  ownerId: OwnerId,
  instanceId: number,
  limit: number,
): Promise<TemplateRow[]> {
  return prisma.whatsappTemplate.findMany({
    where: { owner_id: ownerId, instance_id: instanceId },
    select: SHOWN,
    orderBy: [{ name: "asc" }, { language: "asc" }],
    take: limit,
  });
}

export function findTemplate(
  ownerId: OwnerId,
  instanceId: number,
  { name, language }: { name: string; language: string },
): Promise<TemplateRow | null> {
  return prisma.whatsappTemplate.findFirst({
    where: { owner_id: ownerId, instance_id: instanceId, name, language },
    select: SHOWN,
  });
}

/** Updates the reported values of a stored template; an unknown template arrives with the next list. */
export async function changeTemplate(
  ownerId: OwnerId,
  instanceId: number,
  { name, language }: { name: string; language: string },
  { status, category, quality, reason }: TemplateChange,
): Promise<void> {
  await execute(
    sql`UPDATE whatsapp_templates
        SET status = coalesce(${status}, status), category = coalesce(${category}, category),
            quality = coalesce(${quality}, quality),
            reason = CASE WHEN ${status}::text IS NULL THEN reason ELSE ${reason} END
        WHERE owner_id = ${ownerId} AND instance_id = ${instanceId} AND name = ${name} AND language = ${language}`,
  );
}
