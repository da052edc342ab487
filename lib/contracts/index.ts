import { accountActions } from "@/lib/contracts/accounts/account-actions";
import { auth } from "@/lib/contracts/accounts/auth";
import { credits } from "@/lib/contracts/accounts/credits";
import { handovers } from "@/lib/contracts/accounts/handovers";
import { identities, signIn } from "@/lib/contracts/accounts/identities";
import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { sessionProof } from "@/lib/contracts/accounts/session-proof";
import { team } from "@/lib/contracts/accounts/team";
import { users } from "@/lib/contracts/accounts/users";
import { admin } from "@/lib/contracts/backoffice/admin";
import { messagePrices } from "@/lib/contracts/backoffice/message-prices";
import { messageTrace } from "@/lib/contracts/backoffice/message-trace";
import { recovery } from "@/lib/contracts/backoffice/recovery";
import { requiredFactor } from "@/lib/contracts/backoffice/required-factor";
import { sizes } from "@/lib/contracts/backoffice/sizes";
import { billing } from "@/lib/contracts/billing/billing";
import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { subscription } from "@/lib/contracts/billing/subscription";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaignTemplates } from "@/lib/contracts/campaigns/campaign-templates";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { firstContact } from "@/lib/contracts/campaigns/first-contact";
import { steps } from "@/lib/contracts/campaigns/steps";
import { accountDeletion } from "@/lib/contracts/custody/account-deletion";
import { accountExports } from "@/lib/contracts/custody/account-exports";
import { privacyNotice } from "@/lib/contracts/custody/privacy-notice";
import { geo } from "@/lib/contracts/discovery/geo";
import { searches } from "@/lib/contracts/discovery/searches";
import { dashboard } from "@/lib/contracts/insights/dashboard";
import { deals } from "@/lib/contracts/insights/deals";
import { eventReports } from "@/lib/contracts/insights/event-reports";
import { eventStory } from "@/lib/contracts/insights/event-story";
import { teamResults } from "@/lib/contracts/insights/team-results";
import { today } from "@/lib/contracts/insights/today";
import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { board } from "@/lib/contracts/leads/board";
import { duplicates } from "@/lib/contracts/leads/duplicates";
import { imports } from "@/lib/contracts/leads/imports";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { leadHistory } from "@/lib/contracts/leads/lead-history";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { leadViews } from "@/lib/contracts/leads/lead-views";
import { leads } from "@/lib/contracts/leads/leads";
import { lists } from "@/lib/contracts/leads/lists";
import { notes } from "@/lib/contracts/leads/notes";
import { ownFields } from "@/lib/contracts/leads/own-fields";
import { lossReasons, stages } from "@/lib/contracts/leads/stages";
import { tags } from "@/lib/contracts/leads/tags";
import { tasks } from "@/lib/contracts/leads/tasks";
import { answers } from "@/lib/contracts/messaging/answers";
import { cannedAnswers } from "@/lib/contracts/messaging/canned-answers";
import { chat } from "@/lib/contracts/messaging/chat";
import { chatAssignments } from "@/lib/contracts/messaging/chat-assignments";
import { chatNotes } from "@/lib/contracts/messaging/chat-notes";
import { chatSearch } from "@/lib/contracts/messaging/chat-search";
import { chatTemplates } from "@/lib/contracts/messaging/chat-templates";
import { contacts } from "@/lib/contracts/messaging/contacts";
import { ownNumbers } from "@/lib/contracts/messaging/numbers";
import { optOuts } from "@/lib/contracts/messaging/opt-outs";
import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import { suggestions } from "@/lib/contracts/messaging/suggestions";
import { turns } from "@/lib/contracts/messaging/turns";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { apiTokens } from "@/lib/contracts/platform/api-tokens";
import { sessions } from "@/lib/contracts/platform/sessions";
import { system } from "@/lib/contracts/platform/system";
import { privacy } from "@/lib/contracts/privacy/privacy";
import { radars } from "@/lib/contracts/radar/radars";
import { companies } from "@/lib/contracts/registry/companies";
import { registry } from "@/lib/contracts/registry/registry";
import { registryImports } from "@/lib/contracts/registry/registry-imports";
import { registryPartners } from "@/lib/contracts/registry/registry-partners";
import type { Endpoint } from "@/lib/contracts/shared/endpoint";

/** The whole API by feature, for the front door, the OpenAPI document and the tests. */
export const api = {
  activities,
  answers,
  firstContact,
  admin,
  recovery,
  apiTokens,
  auth,
  // Before billing, whose `{id}` would match its literal paths.
  subscription,
  billing,
  billingAdmin,
  // Before team, for the same reason.
  handovers,
  turns,
  teamResults,
  // Before leads, for the same reason.
  board,
  campaigns,
  campaignTemplates,
  steps,
  cannedAnswers,
  scheduledMessages,
  chat,
  chatAssignments,
  chatNotes,
  chatSearch,
  chatTemplates,
  companies,
  contacts,
  credits,
  dashboard,
  deals,
  eventReports,
  eventStory,
  geo,
  imports,
  leadBulk,
  leadContacts,
  leadHistory,
  leadViews,
  // Before leads, for the same reason.
  leadMerges,
  duplicates,
  leads,
  lists,
  lossReasons,
  messagePrices,
  messageTrace,
  notes,
  optOuts,
  ownNumbers,
  privacy,
  radars,
  registry,
  registryImports,
  registryPartners,
  searches,
  sessions,
  sessionProof,
  ownFields,
  stages,
  suggestions,
  system,
  tags,
  tasks,
  team,
  today,
  users,
  signIn,
  identities,
  secondFactor,
  passkeys,
  requiredFactor,
  sizes,
  accountActions,
  accountDeletion,
  accountExports,
  privacyNotice,
  webhooks,
  whatsapp,
};

export const allEndpoints: Endpoint[] = Object.values(api).flatMap((feature) =>
  Object.values(feature),
);
