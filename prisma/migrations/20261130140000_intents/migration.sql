-- What people answer: of a message alone, of all that waits in a conversation, and of a campaign's recipient.
ALTER TABLE "messages"
  ADD COLUMN "intent" TEXT,
  ADD COLUMN "intent_settled" BOOLEAN NOT NULL DEFAULT false,
  ADD CONSTRAINT "messages_intent_check" CHECK ("intent" IN ('opt_out', 'not_interested', 'not_now', 'wrong_person', 'interested', 'question', 'meeting', 'automatic', 'thanks', 'unclear')) NOT VALID;

ALTER TABLE "conversations"
  ADD COLUMN "intent" TEXT,
  ADD COLUMN "intent_words" TEXT,
  ADD COLUMN "intent_settled" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "intent_day" DATE,
  ADD COLUMN "intent_time" TIME(0),
  ADD COLUMN "intent_task_id" INTEGER,
  ADD CONSTRAINT "conversations_intent_check" CHECK ("intent" IN ('opt_out', 'not_interested', 'not_now', 'wrong_person', 'interested', 'question', 'meeting', 'automatic', 'thanks', 'unclear')) NOT VALID,
  ADD CONSTRAINT "conversations_intent_words_check" CHECK (length("intent_words") <= 200) NOT VALID;

ALTER TABLE "campaign_recipients"
  ADD COLUMN "intent" TEXT,
  ADD CONSTRAINT "campaign_recipients_intent_check" CHECK ("intent" IN ('opt_out', 'not_interested', 'not_now', 'wrong_person', 'interested', 'question', 'meeting', 'automatic', 'thanks', 'unclear')) NOT VALID;

ALTER TABLE "opt_out_settings" ADD COLUMN "makes_tasks" BOOLEAN NOT NULL DEFAULT true;
