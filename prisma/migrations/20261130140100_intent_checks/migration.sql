ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_intent_check";
ALTER TABLE "conversations" VALIDATE CONSTRAINT "conversations_intent_check";
ALTER TABLE "conversations" VALIDATE CONSTRAINT "conversations_intent_words_check";
ALTER TABLE "campaign_recipients" VALIDATE CONSTRAINT "campaign_recipients_intent_check";
