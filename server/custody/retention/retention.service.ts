import type { PrivacyNotice, RetentionRow } from "@/lib/contracts/custody/privacy-notice";
import { env } from "@/server/platform/env";
import { listDutyRuns } from "@/server/platform/jobs/duty-runs";
import { listRecipients } from "./recipients.service";
import { listRetention } from "./retention.rule";

const readRules = () =>
  listRetention({
    mediaMonths: env.MEDIA_KEPT_MONTHS,
    messageMonths: env.MESSAGES_KEPT_MONTHS ?? null,
  });

export function readPrivacyNotice(): PrivacyNotice {
  return {
    kept: readRules().map(({ what, howLong }) => ({ what, how_long: howLong })),
    recipients: listRecipients(),
    contact: env.supportEmail,
  };
}

/** How long each kind of data is kept, and how much of it the duties deleted. */
export async function listRetentionRows(): Promise<{ rows: RetentionRow[] }> {
  const rules = readRules();
  const runs = await listDutyRuns(rules.flatMap(({ duty }) => duty ?? []));
  return {
    rows: rules.map(({ what, howLong, tables, duty }) => {
      const run = duty === null ? undefined : runs.get(duty);
      return {
        what,
        how_long: howLong,
        tables: [...tables],
        duty,
        last_run_at: run?.last_run_at.toISOString() ?? null,
        last_trimmed: run?.last_trimmed ?? 0,
        trimmed: Number(run?.trimmed ?? 0),
      };
    }),
  };
}
