import { deleteOldAnswers } from "@/server/accounts/passkeys/passkey-answers.service";
import { deleteOldAttempts } from "@/server/accounts/sign-in/attempts.service";
import { deleteErasedAccounts } from "@/server/accounts/users/accounts.service";
import { recordBeats } from "@/server/backoffice/recovery/beats.service";
import { compareWithProvider } from "@/server/billing/billing/comparison.service";
import { endLapsedPlans } from "@/server/billing/billing/plan.service";
import {
  deleteOldEvents,
  matchWaitingEvents,
} from "@/server/billing/billing-events/billing-events.service";
import { deleteHiddenCampaigns } from "@/server/campaigns/campaigns/activities.service";
import { startDueCampaigns } from "@/server/campaigns/campaigns/campaign-schedule.service";
import { tellOfLostConnections } from "@/server/campaigns/campaigns/lost-connections.service";
import { deleteOldNumberDays } from "@/server/campaigns/campaigns/number-standing.service";
import { settleCampaignSends } from "@/server/campaigns/campaigns/open-sends.service";
import { remindOfDeletions } from "@/server/custody/account-deletions/account-deletions.service";
import { deleteOldExports } from "@/server/custody/account-exports/account-exports.service";
import { checkSites } from "@/server/discovery/site-checks/site-checks.service";
import { deleteFreeSites } from "@/server/discovery/sites/sites.service";
import { clarifyAnswers } from "@/server/inbound/answers/unclear-answers.service";
import { deleteOldDeadLetters } from "@/server/inbound/inbox/dead-letters.service";
import { sweepHistories } from "@/server/inbound/inbox/history.service";
import { lookForMissedMessages } from "@/server/inbound/inbox/missed-messages.service";
import { recoverConversations } from "@/server/inbound/inbox/recovery.service";
import { rollUpEvents, turnEventMonths } from "@/server/integrations/events/event-upkeep.service";
import { deleteOldDeliveries } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import { deleteOldImports } from "@/server/leads/imports/imports.service";
import { deleteOldChanges } from "@/server/leads/leads/lead-changes.service";
import { deleteOldDeletions } from "@/server/leads/leads/lead-deletions.service";
import { trimMerges } from "@/server/leads/merges/lead-merges.service";
import { purgeOwnFields } from "@/server/leads/own-fields/own-fields.service";
import { deleteOldTasks, remindOfDueTasks } from "@/server/leads/tasks/task-reminders.service";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { confirmOptOuts } from "@/server/messaging/chat/opt-out-confirmation.service";
import { sweepContacts } from "@/server/messaging/contacts/contacts.service";
import {
  expireMedia,
  removeReleasedMedia,
  removeUnfinishedMedia,
} from "@/server/messaging/media/media.service";
import { deleteOldEarlyChanges } from "@/server/messaging/messages/message-changes.service";
import { deleteOldMessages } from "@/server/messaging/messages/old-messages.service";
import { mendNumbers } from "@/server/messaging/misread-numbers/misread-numbers.service";
import { askPortfolioLimits } from "@/server/messaging/portfolios/portfolios.service";
import {
  deleteSettledMessages,
  sendScheduledMessages,
} from "@/server/messaging/scheduled-messages/send-scheduled.service";
import { adoptSends } from "@/server/messaging/sends/sends.service";
import { deleteOldCommands } from "@/server/messaging/sockets/commands.service";
import { deleteOldGaps } from "@/server/messaging/whatsapp/gaps.service";
import { askQuotas } from "@/server/messaging/whatsapp/new-chat-quotas.service";
import { deleteOldChecks } from "@/server/messaging/whatsapp/number-check.service";
import { logOutClosedAccounts } from "@/server/messaging/whatsapp/pairing.service";
import { deleteOldActions } from "@/server/platform/account-actions/account-actions.service";
import { deleteOldSessions } from "@/server/platform/auth/sessions.service";
import { deleteOldKeys } from "@/server/platform/idempotency/idempotency.service";
import type { Duty } from "@/server/platform/jobs/define-duty";
import { deleteOldMails } from "@/server/platform/mail/mail.service";
import { recordHeartbeat } from "@/server/platform/system/system.service";
import { forgetOldExports } from "@/server/privacy/requests/requests.service";
import { startDueRadars } from "@/server/radar/radars/radar-schedule.service";

/** All periodic work of the workers, besides leased work. */
export const DUTIES: readonly Duty[] = [
  deleteErasedAccounts,
  remindOfDeletions,
  deleteOldExports,
  compareWithProvider,
  endLapsedPlans,
  deleteOldEvents,
  matchWaitingEvents,
  deleteHiddenCampaigns,
  deleteOldNumberDays,
  startDueCampaigns,
  startDueRadars,
  clarifyAnswers,
  sendScheduledMessages,
  deleteSettledMessages,
  tellOfLostConnections,
  askQuotas,
  askPortfolioLimits,
  deleteFreeSites,
  checkSites,
  deleteOldDeadLetters,
  sweepHistories,
  rollUpEvents,
  turnEventMonths,
  deleteOldDeliveries,
  deleteOldImports,
  deleteOldDeletions,
  trimMerges,
  mendNumbers,
  deleteOldChanges,
  purgeOwnFields,
  remindOfDueTasks,
  deleteOldTasks,
  settleOpenSends,
  settleCampaignSends,
  adoptSends,
  confirmOptOuts,
  sweepContacts,
  expireMedia,
  removeReleasedMedia,
  removeUnfinishedMedia,
  deleteOldEarlyChanges,
  deleteOldMessages,
  deleteOldCommands,
  deleteOldChecks,
  deleteOldGaps,
  lookForMissedMessages,
  recoverConversations,
  logOutClosedAccounts,
  deleteOldSessions,
  deleteOldAnswers,
  deleteOldAttempts,
  deleteOldActions,
  forgetOldExports,
  deleteOldKeys,
  deleteOldMails,
  recordHeartbeat,
  recordBeats,
];
