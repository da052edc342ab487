import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { ALERT_KINDS, LASTING_ALERTS } from "@/lib/domain/billing/alerts";
import { alertAdministrator, settleAlert } from "@/server/billing/billing/alerts.service";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { alertsOf } from "@/tests/support/payments";

afterAll(closeQueues);

test.each(ALERT_KINDS)(
  "what happens again after it was settled is told again: %s",
  async (kind) => {
    const subject = randomUUID();
    const tell = (detail: string) => alertAdministrator({ kind, subject, ownerId: null, detail });
    await tell("the same words");
    await settleAlert(kind, subject);
    await tell("the same words");
    // What lasts is only found again.
    const isLasting = LASTING_ALERTS.includes(kind);
    expect(await alertsOf(subject)).toEqual([{ kind, resolved: isLasting }]);
    await tell("other words");
    expect(await alertsOf(subject)).toEqual([{ kind, resolved: false }]);
  },
);
