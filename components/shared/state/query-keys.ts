/**
 * The trunks of the query cache's key tree, one per feature. They stand below the features so that a mutation of one feature can
 * invalidate another's queries without importing it.
 */
export const queryKeys = {
  admin: ["admin"],
  apiTokens: ["api-tokens"],
  billing: ["billing"],
  campaigns: ["campaigns"],
  cannedAnswers: ["canned-answers"],
  chat: ["chat"],
  contacts: ["contacts"],
  credits: ["credits"],
  dashboard: ["dashboard"],
  events: ["events"],
  geo: ["geo"],
  imports: ["imports"],
  leads: ["leads"],
  leadViews: ["lead-views"],
  lists: ["lists"],
  optOuts: ["opt-outs"],
  ownData: ["own-data"],
  privacy: ["privacy"],
  radars: ["radars"],
  registry: ["registry"],
  searches: ["searches"],
  secondFactor: ["second-factor"],
  suggestions: ["suggestions"],
  tasks: ["tasks"],
  today: ["today"],
  users: ["users"],
  webhooks: ["webhooks"],
  whatsapp: ["whatsapp"],
} as const;
