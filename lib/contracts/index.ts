import { activities } from "./activities";
import { admin } from "./admin";
import { apiTokens } from "./api-tokens";
import { auth } from "./auth";
import { billing } from "./billing";
import { billingAdmin } from "./billing-admin";
import { campaigns } from "./campaigns";
import { cannedAnswers } from "./canned-answers";
import { chat } from "./chat";
import { chatSearch } from "./chat-search";
import { chatTemplates } from "./chat-templates";
import { contacts } from "./contacts";
import { credits } from "./credits";
import { dashboard } from "./dashboard";
import type { Endpoint } from "./endpoint";
import { events } from "./events";
import { geo } from "./geo";
import { imports } from "./imports";
import { leadBulk } from "./lead-bulk";
import { leadHistory } from "./lead-history";
import { leadViews } from "./lead-views";
import { leads } from "./leads";
import { lists } from "./lists";
import { optOuts } from "./opt-outs";
import { registry } from "./registry";
import { registryImports } from "./registry-imports";
import { searches } from "./searches";
import { sessions } from "./sessions";
import { subscription } from "./subscription";
import { suggestions } from "./suggestions";
import { system } from "./system";
import { users } from "./users";
import { webhooks } from "./webhooks";
import { whatsapp } from "./whatsapp";

/** The whole API by feature, for the front door, the OpenAPI document and the tests. */
export const api = {
  activities,
  admin,
  apiTokens,
  auth,
  // Before billing, whose `{id}` would match its literal paths.
  subscription,
  billing,
  billingAdmin,
  campaigns,
  cannedAnswers,
  chat,
  chatSearch,
  chatTemplates,
  contacts,
  credits,
  dashboard,
  events,
  geo,
  imports,
  leadBulk,
  leadHistory,
  leadViews,
  leads,
  lists,
  optOuts,
  registry,
  registryImports,
  searches,
  sessions,
  suggestions,
  system,
  users,
  webhooks,
  whatsapp,
};

export const allEndpoints: Endpoint[] = Object.values(api).flatMap((feature) =>
  Object.values(feature),
);
