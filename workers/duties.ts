import { recordBeats } from "@/server/backoffice/recovery/beats.service";
import { compareWithProvider } from "@/server/billing/billing/comparison.service";
import { endLapsedPlans } from "@/server/billing/billing/plan.service";
import { matchWaitingEvents } from "@/server/billing/billing-events/billing-events.service";
import { tellOfLostConnections } from "@/server/campaigns/campaigns/engine/lost-connections.service";
import { settleCampaignSends } from "@/server/campaigns/campaigns/engine/open-sends.service";
import { startDueCampaigns } from "@/server/campaigns/campaigns/plan/campaign-schedule.service";
import { remindOfDeletions } from "@/server/custody/account-deletions/account-deletions.service";
import { expireOldExports } from "@/server/custody/account-exports/account-exports.service";
import { finishHandovers } from "@/server/custody/leaving/leaving.service";
import { TRIMMING } from "@/server/custody/trimming/trimming.service";
import { checkSites } from "@/server/discovery/site-checks/site-checks.service";
import { deleteFreeSites } from "@/server/discovery/sites/sites.service";
import { clarifyAnswers } from "@/server/inbound/answers/unclear-answers.service";
import { sweepHistories } from "@/server/inbound/inbox/history.service";
import { lookForMissedMessages } from "@/server/inbound/inbox/missed-messages.service";
import { recoverConversations } from "@/server/inbound/inbox/recovery.service";
import { mailWeeks } from "@/server/insights/team-results/monday-mail.service";
import { rollUpEvents, turnEventMonths } from "@/server/integrations/events/event-upkeep.service";
import { deleteImportedRows } from "@/server/leads/imports/imports.service";
import { trimMerges } from "@/server/leads/merges/lead-merges.service";
import { purgeOwnFields } from "@/server/leads/own-fields/own-fields.service";
import { remindOfDueTasks } from "@/server/leads/tasks/task-reminders.service";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { confirmOptOuts } from "@/server/messaging/chat/opt-out-confirmation.service";
import { sweepContacts } from "@/server/messaging/contacts/contacts.service";
import {
  expireMedia,
  removeReleasedMedia,
  removeUnfinishedMedia,
} from "@/server/messaging/media/media.service";
import { deleteOldMessages } from "@/server/messaging/messages/old-messages.service";
import { mendNumbers } from "@/server/messaging/misread-numbers/misread-numbers.service";
import { askPortfolioLimits } from "@/server/messaging/portfolios/portfolios.service";
import { sendScheduledMessages } from "@/server/messaging/scheduled-messages/send-scheduled.service";
import { adoptSends } from "@/server/messaging/sends/sends.service";
import { emptyOldCommands } from "@/server/messaging/sockets/commands.service";
import { dealConversations } from "@/server/messaging/turns/turns.service";
import { askQuotas } from "@/server/messaging/whatsapp/new-chat-quotas.service";
import { logOutClosedAccounts } from "@/server/messaging/whatsapp/pairing.service";
import type { Duty } from "@/server/platform/jobs/define-duty";
import { recordHeartbeat } from "@/server/platform/system/system.service";
import { forgetOldExports } from "@/server/privacy/requests/requests.service";
import { startDueRadars } from "@/server/radar/radars/radar-schedule.service";

/** All periodic work of the workers, besides leased work. */
export const DUTIES: readonly Duty[] = [
  remindOfDeletions,
  expireOldExports,
  compareWithProvider,
  endLapsedPlans,
  matchWaitingEvents,
  startDueCampaigns,
  startDueRadars,
  clarifyAnswers,
  sendScheduledMessages,
  dealConversations,
  tellOfLostConnections,
  askQuotas,
  askPortfolioLimits,
  deleteFreeSites,
  checkSites,
  sweepHistories,
  rollUpEvents,
  turnEventMonths,
  deleteImportedRows,
  trimMerges,
  mendNumbers,
  purgeOwnFields,
  remindOfDueTasks,
  mailWeeks,
  settleOpenSends,
  finishHandovers,
  settleCampaignSends,
  adoptSends,
  confirmOptOuts,
  sweepContacts,
  expireMedia,
  removeReleasedMedia,
  removeUnfinishedMedia,
  deleteOldMessages,
  emptyOldCommands,
  lookForMissedMessages,
  recoverConversations,
  logOutClosedAccounts,
  forgetOldExports,
  recordHeartbeat,
  recordBeats,
  ...TRIMMING,
];
