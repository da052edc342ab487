import { compareWithProvider } from "@/server/billing/billing/comparison.service";
import { endLapsedPlans } from "@/server/billing/billing/plan.service";
import {
  deleteOldEvents,
  matchWaitingEvents,
} from "@/server/billing/billing-events/billing-events.service";
import { deleteHiddenCampaigns } from "@/server/campaigns/campaigns/activities.service";
import { startDueCampaigns } from "@/server/campaigns/campaigns/campaign-schedule.service";
import { deleteFreeSites } from "@/server/discovery/sites/sites.service";
import { deleteOldDeadLetters } from "@/server/inbound/inbox/dead-letters.service";
import { sweepHistories } from "@/server/inbound/inbox/history.service";
import { rollUpEvents, turnEventMonths } from "@/server/integrations/events/event-upkeep.service";
import { deleteOldDeliveries } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import { deleteOldImports } from "@/server/leads/imports/imports.service";
import { deleteOldDeletions } from "@/server/leads/leads/lead-deletions.service";
import { settleOpenSends } from "@/server/messaging/chat/chat-send.service";
import { confirmOptOuts } from "@/server/messaging/chat/opt-out-confirmation.service";
import { sweepContacts } from "@/server/messaging/contacts/contacts.service";
import { expireMedia, removeReleasedMedia } from "@/server/messaging/media/media.service";
import { deleteOldEarlyChanges } from "@/server/messaging/messages/message-changes.service";
import { deleteOldCommands } from "@/server/messaging/sockets/commands.service";
import { deleteOldChecks } from "@/server/messaging/whatsapp/number-check.service";
import { logOutClosedAccounts } from "@/server/messaging/whatsapp/whatsapp.service";
import { deleteOldSessions } from "@/server/platform/auth/sessions.service";
import { deleteOldKeys } from "@/server/platform/idempotency/idempotency.service";
import { sweepRows } from "@/server/platform/jobs/leased-work";
import { logger } from "@/server/platform/logger";
import { deleteOldMails } from "@/server/platform/mail/mail.service";
import { recordHeartbeat } from "@/server/platform/system/system.service";
import { LEASED_WORK } from "./leased-work";

interface Duty {
  name: string;
  everyMs: number;
  work: () => Promise<void>;
}

/**
 * Periodic duties of every worker. Each duty claims its rows, so that any number of workers can run it at once, and
 * reads what is due from PostgreSQL, so that losing the queue loses nothing.
 */
export function getDuties(workerId: string): Duty[] {
  return [
    { name: "heartbeat", everyMs: 5_000, work: () => recordHeartbeat(workerId) },
    { name: "campaigns due", everyMs: 1_000, work: startDueCampaigns },
    ...LEASED_WORK.map((work) => ({
      name: `unclaimed rows of ${work.job.name}`,
      everyMs: 2_000,
      work: () => sweepRows(work),
    })),
    { name: "match billing events", everyMs: 5_000, work: matchWaitingEvents },
    { name: "end lapsed plans", everyMs: 10_000, work: endLapsedPlans },
    { name: "compare billing records", everyMs: 60_000, work: compareWithProvider },
    { name: "delete old billing events", everyMs: 600_000, work: deleteOldEvents },
    { name: "settle open sends", everyMs: 5_000, work: settleOpenSends },
    { name: "confirm opt-outs", everyMs: 1_000, work: confirmOptOuts },
    { name: "roll up events", everyMs: 300_000, work: rollUpEvents },
    { name: "turn event months", everyMs: 3_600_000, work: turnEventMonths },
    { name: "delete hidden campaigns", everyMs: 600_000, work: deleteHiddenCampaigns },
    { name: "delete old lead deletions", everyMs: 60_000, work: deleteOldDeletions },
    { name: "delete old imports", everyMs: 600_000, work: deleteOldImports },
    { name: "delete old idempotency keys", everyMs: 600_000, work: deleteOldKeys },
    { name: "delete old webhook deliveries", everyMs: 600_000, work: deleteOldDeliveries },
    { name: "delete old sessions", everyMs: 600_000, work: deleteOldSessions },
    { name: "delete old mails", everyMs: 600_000, work: deleteOldMails },
    { name: "delete old dead letters", everyMs: 600_000, work: deleteOldDeadLetters },
    { name: "delete old number checks", everyMs: 600_000, work: deleteOldChecks },
    { name: "delete old early changes", everyMs: 600_000, work: deleteOldEarlyChanges },
    { name: "delete old whatsapp commands", everyMs: 60_000, work: deleteOldCommands },
    { name: "expire media", everyMs: 600_000, work: expireMedia },
    { name: "remove released media", everyMs: 10_000, work: removeReleasedMedia },
    { name: "delete free sites", everyMs: 60_000, work: deleteFreeSites },
    { name: "log out closed accounts", everyMs: 2_000, work: logOutClosedAccounts },
    { name: "read histories", everyMs: 2_000, work: sweepHistories },
    { name: "read address books", everyMs: 2_000, work: sweepContacts },
  ];
}

export function startSchedules(workerId: string) {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let closed = false;

  function runDuty(duty: Duty) {
    const round = duty
      .work()
      .catch((error: unknown) => logger.error({ duty: duty.name, err: error }, "duty failed"))
      .finally(() => {
        running.delete(round);
        if (!closed)
          timers.set(
            duty.name,
            setTimeout(() => runDuty(duty), duty.everyMs),
          );
      });
    running.add(round);
  }

  for (const duty of getDuties(workerId)) runDuty(duty);
  return {
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
