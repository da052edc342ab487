import type { JsonSchema } from "./json-schema";

/** What a parameter means in every call, so that paging is described the same way everywhere. */
const MEANINGS: Record<string, string> = {
  page: "The page, counted from 1. For what a cursor reaches too, prefer the cursor.",
  per_page: "Rows of a page.",
  perPage: "Another name of `per_page`.",
  limit: "Rows of a page.",
  age: "Milliseconds since a page began. If there may have been an event since, its stream begins with `resync`.",
  offset: "Rows to skip.",
  after:
    "A cursor: `next` of the page before. Answers the rows after that page; `page` is not needed.",
  before:
    "A cursor: `previous` of a page. Answers the rows before that page, whose number `page` says.",
  search: "Words to look for; case and accents are ignored.",
  searchQuery: "Another name of `search`.",
  eventType: "Another name of `event_type`.",
  query: "Words to look for; case and accents are ignored.",
  filter: "Which of them.",
  sort: "The column to sort by.",
  direction: "The direction of the sort.",
  keep_leads: "Delete the list alone, and none of its leads.",
  days: "How many days back, today included.",
  change: "Only findings of this sort.",
  by: "What the deals are grouped by.",
  start_date: "The first day of the period, in São Paulo.",
  end_date: "The last day of the period, in São Paulo.",
  day: "The day of the line, in São Paulo.",
  subject: "What the line is about, as the line says it; empty for nothing in particular.",
  phone: "A number in any spelling; with a plus, another country's.",
  email: "An e-mail address.",
  name: "Part of a name.",
  number: "A number in any spelling, or a chat's `contactNumber`.",
  format: "The format of the file.",
  id: "The record's id.",
  ids: "Ids separated by commas: instead of the filter.",
  userId: "The account's id.",
  run_id: "One run of a campaign that repeats; without it, all of them.",
  caption: "Words that go with the file.",
  list_id: "Only those of this list.",
  done: "`true`: those that are done, instead of the open ones.",
  lead_id: "Only those of this lead.",
  activity_id: "Only those of this campaign.",
  source: "Only those that came this way.",
  city: "Only those of this city.",
  state: "Only those in this state.",
};

/** Null for a parameter that means what a field of its name does. */
export function describeParameter(name: string, schema: JsonSchema): string | null {
  // The messages of a conversation are paged by their ids.
  if (name === "before" && schema["type"] === "integer") {
    return "The id of a message: answers those before it. Take the first one of the page at hand.";
  }
  return MEANINGS[name] ?? null;
}
