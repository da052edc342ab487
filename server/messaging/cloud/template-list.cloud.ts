import { z } from "zod";
import type { ListedTemplate } from "@/lib/domain/messages/listed-template";
import { readFields } from "@/lib/domain/messages/proto-fields";
import { AppError } from "@/lib/errors";
import type { InstanceRef } from "@/server/messaging/gateway/whatsapp.gateway";
import { readTemplates } from "./templates.cloud";

const PER_PAGE = 100;
const MOST_PAGES = 10;
const FIELDS =
  "name,language,status,category,quality_score,rejected_reason,parameter_format,components";

const Page = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({
      cursors: z.object({ after: z.string().max(1_000).nullish() }).nullish(),
      next: z.string().nullish(),
    })
    .nullish()
    .catch(null),
});

type Ask = (
  method: "GET",
  path: string,
  with_: { token: string | null },
) => Promise<{ status: number; body: unknown }>;

/** All templates of the business account, in any state. @throws AppError unavailable */
export async function findTemplates(ref: InstanceRef, ask: Ask): Promise<ListedTemplate[]> {
  const found: unknown[] = [];
  let after: string | null = "";
  for (let page = 1; page <= MOST_PAGES && after !== null; page += 1) {
    const query = new URLSearchParams({
      fields: FIELDS,
      limit: String(PER_PAGE),
      ...(after !== "" && { after }),
    });
    const path = `${ref.account ?? "0"}/message_templates?${query}`;
    const { status, body } = await ask("GET", path, { token: ref.token });
    const parsed = Page.safeParse(status < 300 ? body : null);
    if (!parsed.success) {
      throw new AppError("unavailable", "A Meta não deu os modelos desta conta.", {
        cause: new Error(`Graph answered ${status} to message_templates`),
      });
    }
    found.push(...parsed.data.data);
    const { paging } = parsed.data;
    after = (paging?.next && paging.cursors?.after) || null;
  }
  return readTemplates(found);
}

/** The portfolio's limit, and the number's own limit from before portfolios had limits. */
const LIMITS = ["whatsapp_business_manager_messaging_limit", "messaging_limit_tier"];

/**
 * How many people may be written to first in a day; null where Meta does not say. Each field is requested separately: a
 * version that no longer has one refuses the whole request.
 * @throws AppError unavailable
 */
export async function findDailyLimit(ref: InstanceRef, ask: Ask): Promise<number | null> {
  for (const field of LIMITS) {
    const { status, body } = await ask("GET", `${ref.name}?fields=${field}`, { token: ref.token });
    const limit = status < 300 ? readLimit(readFields(body)[field]) : null;
    if (limit !== null) return limit;
  }
  return null;
}

/** Reads a word such as TIER_250, TIER_10K or TIER_UNLIMITED; null for any other word. */
function readLimit(word: unknown): number | null {
  if (typeof word !== "string") return null;
  if (/^(?:TIER_)?UNLIMITED$/.test(word)) return Number.POSITIVE_INFINITY;
  const [, count, thousand] = /^TIER_(\d{1,6})(K?)$/.exec(word) ?? [];
  return count === undefined ? null : Number(count) * (thousand ? 1_000 : 1);
}
