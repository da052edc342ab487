import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./imports";

const root = join(import.meta.dirname, "../..");

/**
 * How many functions of a repository read leads or conversations for the account itself, whatever a person sees of it:
 * background work, keys that are unique in the account, and rows whose guard is the contract's `sight`.
 */
const READ_FOR_THE_ACCOUNT: Record<string, number> = {
  "server/backoffice/admin/people.repository.ts": 2,
  "server/backoffice/message-trace/message-trace.repository.ts": 1,
  "server/campaigns/campaign-results/recipients.repository.ts": 2,
  "server/campaigns/campaign-results/results.repository.ts": 1,
  "server/campaigns/campaigns/audience.repository.ts": 4,
  "server/campaigns/campaigns/campaign-answers.repository.ts": 2,
  "server/campaigns/campaigns/delivery.repository.ts": 3,
  "server/campaigns/campaigns/portfolio-room.repository.ts": 2,
  "server/campaigns/campaigns/shared-audience.repository.ts": 1,
  "server/custody/account-exports/archived-sheets.repository.ts": 1,
  "server/discovery/searches/search-results.repository.ts": 2,
  "server/discovery/site-checks/site-checks.repository.ts": 2,
  "server/insights/event-reports/event-story.repository.ts": 3,
  "server/insights/event-reports/funnel.repository.ts": 2,
  "server/insights/team-results/team-results.repository.ts": 2,
  "server/leads/distinct-leads/distinct-leads.repository.ts": 1,
  "server/leads/duplicates/duplicates.repository.ts": 3,
  "server/leads/lead-contacts/lead-contacts.repository.ts": 4,
  "server/leads/lead-table/board.repository.ts": 2,
  "server/leads/lead-table/lead-bulk.repository.ts": 3,
  "server/leads/lead-table/lead-filter.repository.ts": 2,
  "server/leads/lead-table/lead-list.repository.ts": 1,
  "server/leads/leads/lead-changes.repository.ts": 2,
  "server/leads/leads/lead-deletions.repository.ts": 1,
  "server/leads/leads/lead-edits.repository.ts": 1,
  "server/leads/leads/lead-marks.repository.ts": 5,
  "server/leads/leads/lead-quota.repository.ts": 1,
  "server/leads/leads/lead-restores.repository.ts": 2,
  "server/leads/leads/lead-sellers.repository.ts": 1,
  "server/leads/leads/lead-stages.repository.ts": 3,
  "server/leads/leads/leads.repository.ts": 1,
  "server/leads/leads/merged-leads.repository.ts": 2,
  "server/leads/lists/list-members.repository.ts": 6,
  "server/leads/merges/lead-merges.repository.ts": 6,
  "server/leads/merges/merge-candidates.repository.ts": 1,
  "server/leads/notes/notes.repository.ts": 1,
  "server/leads/tasks/tasks.repository.ts": 1,
  "server/messaging/media/media.repository.ts": 2,
  "server/messaging/messages/assignments.repository.ts": 1,
  "server/messaging/messages/chats.repository.ts": 5,
  "server/messaging/messages/conversation-notes.repository.ts": 1,
  "server/messaging/messages/identities.repository.ts": 2,
  "server/messaging/messages/intents.repository.ts": 5,
  "server/messaging/messages/message-changes.repository.ts": 3,
  "server/messaging/messages/messages.repository.ts": 5,
  "server/messaging/messages/old-messages.repository.ts": 1,
  "server/messaging/messages/outgoing-messages.repository.ts": 4,
  "server/messaging/misread-numbers/misread-numbers.repository.ts": 1,
  "server/messaging/scheduled-messages/scheduled-messages.repository.ts": 2,
  "server/messaging/sends/sends.repository.ts": 1,
  "server/messaging/turns/turns.repository.ts": 4,
  "server/messaging/whatsapp/whatsapp.repository.ts": 1,
  "server/privacy/requests/people.repository.ts": 3,
  "server/privacy/requests/person-data.repository.ts": 3,
  "server/registry/lead-questions/lead-questions.repository.ts": 2,
};

const READS =
  /\b(?:FROM|JOIN) (?:leads|conversations|lead_search|lead_counts|lead_count_changes)\b/;
const NARROWS = /\b(?:seen|seenChat|seenNumber)\(/;

/** The declarations of a module, each with what follows it up to the next. */
function declarations(text: string): string[] {
  return text.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m);
}

test("what reads leads or conversations for a person asks what they see", () => {
  const counted = Object.fromEntries(
    sourceFiles(root, "server")
      .filter((file) => file.endsWith(".repository.ts"))
      .map((file) => {
        const text = readFileSync(join(root, file), "utf8");
        const open = declarations(text).filter((one) => READS.test(one) && !NARROWS.test(one));
        return [file, open.length] as const;
      })
      .filter(([, open]) => open > 0),
  );
  expect(
    counted,
    "narrow it with seen() of server/platform/db/seen.ts; if nobody is asking, count it above",
  ).toEqual(READ_FOR_THE_ACCOUNT);
});
