import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";

const leadMeanings = Object.fromEntries(
  LEAD_FIELD_NAMES.flatMap((name) => {
    const field = LEAD_FIELDS[name];
    return "meaning" in field ? [[name, field.meaning]] : [];
  }),
);

/**
 * What a field of a body or an answer means, for names that mean the same wherever they stand and do not say it
 * themselves. Parameters of the same name share it.
 */
export const FIELD_MEANINGS: Record<string, string> = {
  // Leads
  ...leadMeanings,
  role: "What the person does at the company.",
  company_status: "What the company registry says of it; null when it does not know it.",
  contacted_at: "When a message to the lead was first accepted.",
  created_from: "The first day of creation, in São Paulo.",
  created_to: "The last day of creation, in São Paulo.",
  evidence: "Where each field was found, and how sure that is.",
  columns: "The columns that are shown, by their names.",
  direction: "`asc` or `desc`.",
  settings: "What the view keeps: search, filters, order and columns.",
  sort: "What the order is by.",
  lead_ids: "Leads by their ids: instead of `filter`.",
  stage: "Stages, by their ids, with commas between several.",
  stage_id: "The stage, in place of a status.",
  loss_reason_id: "Why the deal was lost; null forgets it.",
  layout: "Whether the leads are a table or a board of stages.",
  value_cents: "What the deal is worth, in cents.",
  expected_close: "The day on which the deal is expected to be made.",
  meaning: "What the stage stands for, whatever it is called: facts and reports go by it.",
  colour: "Of the stage's badge.",
  rest_days: "For how many days a lead may rest in the stage; null is for ever.",
  own: "Values of the account's own fields, by the fields' keys.",
  own_field: "A field of leads that the account made.",
  choices: "What a field of choices offers, in its order.",
  key: "What templates, filters and the API call it.",
  steps: "What is sent later to whom nobody heard from, in order.",
  wait_days: "Working days after the message before.",
  days: "Days of the calendar with their names.",
  what: "What is to be done, in a few words.",
  kind: "What sort of thing it is.",
  day: "The day, in São Paulo: `2026-11-23`.",
  time: "The hour, in São Paulo: `14:30`; null for any time of the day.",
  done: "Whether it is done.",
  tag: "Tags, by their ids, with commas between several: one of them.",
  tag_all: "Tags, by their ids, with commas between several: all of them.",
  remark: "What a search remarked: `elsewhere`, that the company may be in another town.",
  tag_none: "Tags, by their ids, with commas between several: none of them.",
  move_to: "The stage that its leads go to.",
  ids: "All of them, in their new order.",
  after_id: "The lead that it lands below.",
  before_id: "The lead that it lands above.",

  search: "Words to look for; case and accents are ignored.",
  source: "How leads came, with commas between several.",

  // Campaigns
  bindings: "What each variable of a template becomes, by the variables' keys.",
  fallback: "Words for a lead that lacks what `value` asks for.",
  templates: "Approved templates, by name and language.",
  category: "What a message is for, in Meta's words.",
  country: "Two letters.",
  micros: "Millionths of a real.",
  daily_cap: "Messages a day at most.",
  hourly_cap: "Messages an hour at most.",
  list_ids: "Lists whose leads are written to; without it, all leads.",
  num_leads: "How many leads are written to at most, in each run.",
  opt_out_line: "Adds a line that tells how to get no more messages.",
  pacing: "Slows the campaign down; it is never faster than the installation allows.",
  pause_max_seconds: "The longest pause between two messages.",
  pause_min_seconds: "The shortest pause between two messages.",
  recurrence_type: "How the campaign repeats, at the same time of São Paulo.",
  repeat_leads: "Writes to leads again that were contacted before.",
  scheduled: "Starts at `scheduled_datetime` instead of now.",
  scheduled_datetime: "An instant, or a time in São Paulo such as `2026-11-23T09:00`.",
  scheduled_for: "The time a run was due.",
  starts_at: "When the campaign starts; null or absent: now.",
  weekdays: "Days on which it writes: 1 is Monday, 7 is Sunday.",
  weekly_scheduled: "The same as `recurrence_type` `weekly`.",
  window_from: "The time of day from which it writes, in São Paulo: `09:00`.",
  window_to: "The time of day until which it writes, in São Paulo: `18:00`.",
  left_out: "What was left out, and why.",
  eligible: "Those that could get a message.",
  in_review: "Said something that may be an opt-out: a person decides.",
  no_whatsapp: "Without a WhatsApp number, or with one that is not on WhatsApp.",
  unknown: "Messages of which WhatsApp did not say whether it took them: they are not sent again.",
  restricted_until: "WhatsApp restricts the number until then.",

  // Conversations
  archived: "Whether the conversation is put aside.",
  contactNumber: "The chat's id: the number, and a suffix behind @.",
  emoji: "The reaction; empty to take it back.",
  excerpt: "The words around what was found.",
  file_name: "The name of the file, with its ending.",
  height: "Pixels.",
  quoted: "The id of the message that this one answers.",
  seconds: "The length of a recording.",
  shortcut: "What is typed after `/` to get it.",
  to: "A WhatsApp number in any spelling, or a chat's `contactNumber`.",
  typing: "Whether I am writing now.",
  unreadCount: "Messages of the contact that I have not read.",
  values: "The values of the template's variables.",
  width: "Pixels.",

  // Opt-outs
  confirms: "Answers an opt-out with one message that confirms it.",
  opt_out: "Whether the contact asks for no more messages.",
  reason: "Why, in words for a person.",

  // Searches and lists
  endPage: "The last page of results, up to 10.",
  latitude: "Degrees, south is negative.",
  leads_created: "New leads, a credit each.",
  leads_linked: "Leads that the account had already: they cost nothing.",
  longitude: "Degrees, west is negative.",
  note: "Why it ended as it did, in words for a person.",
  place: "What the middle is called, such as an address, for the history.",
  raio: "The radius in kilometres.",
  startPage: "The first page of results, from 1.",
  stopping: "It was told to stop, and has not yet.",

  // The company registry
  aberta_ate: "Opened on this day at the latest: `2026-11-23`.",
  aberta_de: "Opened on this day at the earliest: `2020-01-01`.",
  cep: "The postal code, or its first two to seven digits.",
  cidade: "The IBGE's code of a municipality, or its name.",
  cnae_primario: "Two to seven digits of the main activity: a division, group, class or subclass.",
  cnpjs: "Companies by their CNPJ: instead of `filter`.",
  com_celular: "Only those with a mobile number (`true`), or without (`false`).",
  com_email: "Only those with an e-mail address (`true`), or without (`false`).",
  com_telefone: "Only those with a telephone number (`true`), or without (`false`).",
  endereco: "Words of the address; in an answer, the address.",
  estabelecimento: "Head offices (`matriz`) or branches (`filial`) only.",
  exterior: "Only those abroad (`true`), or in Brazil (`false`).",
  mei: "Whether it is a one-person enterprise (MEI).",
  nome_fantasia: "The trade name; in a search, its words or their beginnings.",
  porte: "The size of the company.",
  situacao: "The registration's status; `todas` for every one.",
  telefone: "A telephone number; in a search, four digits of it at least.",
  uf: "The state's two letters.",

  // Imports
  mapping: "The lead's field of each column of the file; null leaves the column out.",
  mode: "What happens to leads that exist: `skip` leaves them, `update` fills in the file's values.",
  refused: "Rows that could not be taken.",
  rows_total: "Rows of the file.",
  folder: "A folder of ZIPs on the server.",
  min_rows: "A month with fewer establishments is not published.",
  max_change_percent:
    "The most, in percent, that its counts may differ from those of the month before; 3 by default.",
  allow_older: "Import a month that is older than the one that is served.",
  month: "A month of the registry: `2026-11`.",
  with_partners: "Reads the partners' names too.",

  // Money, credits, plans
  cancel_at_period_end: "PRO ends with the period that is paid.",
  credits_used: "Credits used.",
  current_period_end: "Until when it is paid.",
  daily_limit: "Credits of a day.",
  next_reset: "When credits are renewed: midnight in São Paulo.",
  payment_method: "The payment method: of the provider an id, of a record by hand any words.",
  plan: "Of an account `free`, `paid` or `pro`; of a payment its period.",
  price: "Reais.",
  required_credits: "How many are needed.",
  reserved_credits: "Held for searches under way.",
  unlimited: "Whether nothing is counted.",

  // Events
  activity_id: "The id of a campaign.",
  event_type: "A type of `GET /api/events/types`, or of webhooks.",
  metadata: "What the event is about: ids, names, how it ended.",
  quantity: "How many things the event is about.",

  // Tokens and webhooks
  beginning: "The first characters of the token, to tell it from others.",
  disabled_reason: "Why it was switched off; null when a person did.",
  events: "What it is told.",
  expires_in_days: "Days until it expires; null for never.",
  failing_since: "Since when nothing was taken.",
  message_id: "`webhook-id`: the same at every try.",
  payload: "The body that is sent.",
  scopes: "What it may do; one scope does not include another.",
  tries: "How often it was sent.",

  // Suggestions
  phone_number: "The contact's number, or a chat's `contactNumber`.",
  refresh: "Asks anew although nothing was said since.",
  tone: "The tone in a word.",
  used_up: "The day's calls of the model are used up.",
  wish: "What the campaign is to say, in your own words.",

  // WhatsApp
  access_token: "Of the Cloud API; stored encrypted, never answered.",
  business_account_id: "Of the Cloud API.",
  phone_number_id: "Of the Cloud API.",
  simulated: "A stand-in for WhatsApp: nothing is sent.",

  // Errors
  existing_id: "The record that there is already.",
  fields: "The invalid fields, each with its sentence.",
  request_id: "Finds the call in our log.",
};
