ALTER TABLE "campaign_recipients" VALIDATE CONSTRAINT "campaign_recipients_cause_check";
