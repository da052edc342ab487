ALTER TABLE "campaign_runs"
  ADD COLUMN "steps_end_at" TIMESTAMPTZ(3),
  ADD COLUMN "asked_sender_key" TEXT;

ALTER TABLE "campaign_recipients"
  DROP CONSTRAINT "campaign_recipients_cause_check",
  ADD CONSTRAINT "campaign_recipients_cause_check" CHECK ("cause" IN
    ('no_whatsapp', 'refused', 'not_delivered', 'opted_out', 'in_review', 'contacted', 'answered', 'lead_deleted', 'stopped',
     'unconfirmed', 'restricted', 'recent', 'held_back', 'template_refused', 'no_opt_in',
     'reacted', 'moved', 'number_changed', 'in_sequence', 'late', 'step_removed', 'plan_ended', 'erased')) NOT VALID;
