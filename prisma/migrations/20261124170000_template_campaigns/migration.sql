-- What Meta says of the templates of an instance's business account, as it was told last.
CREATE TABLE "whatsapp_templates" (
  "owner_id" INTEGER NOT NULL,
  "instance_id" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "language" TEXT NOT NULL,
  "category" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "quality" TEXT,
  "reason" TEXT,
  "content" JSONB,
  "unusable" TEXT,
  "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "whatsapp_templates_pkey" PRIMARY KEY ("owner_id", "instance_id", "name", "language"),
  -- One of words alone can be sent from here; of another it is told why not.
  CONSTRAINT "whatsapp_templates_content_check" CHECK (num_nonnulls("content", "unusable") = 1)
);

ALTER TABLE "whatsapp_templates" ADD CONSTRAINT "whatsapp_templates_owner_id_instance_id_fkey"
  FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A campaign writes texts, or sends approved templates: then there is one for each of its messages, which say how it reads.
ALTER TABLE "campaigns"
  ADD COLUMN "templates" JSONB,
  ADD COLUMN "opt_in" BOOLEAN NOT NULL DEFAULT false,
  ADD CONSTRAINT "campaigns_templates_check" CHECK ("templates" IS NULL
    OR jsonb_typeof("templates") = 'array' AND jsonb_array_length("templates") = cardinality("messages")
       AND jsonb_array_length("templates") <= 5);

ALTER TABLE "campaign_recipients"
  DROP CONSTRAINT "campaign_recipients_cause_check",
  ADD CONSTRAINT "campaign_recipients_cause_check" CHECK ("cause" IN
    ('no_whatsapp', 'refused', 'not_delivered', 'opted_out', 'in_review', 'contacted', 'answered', 'lead_deleted', 'stopped',
     'unconfirmed', 'restricted', 'recent', 'held_back', 'template_refused', 'no_opt_in'));

-- A status that brings our id of a message back is looked up among those without an outcome.
CREATE INDEX "campaign_recipients_open_message_idx" ON "campaign_recipients" ("owner_id", "message_id")
  WHERE "state" IN ('sending', 'unknown');

-- Who allowed an account to send offers: said for them in a campaign, or by writing first.
CREATE TABLE "opt_ins" (
  "owner_id" INTEGER NOT NULL,
  "phone_key" TEXT NOT NULL,
  "source" TEXT NOT NULL,
  "note" TEXT,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "opt_ins_pkey" PRIMARY KEY ("owner_id", "phone_key"),
  CONSTRAINT "opt_ins_source_check" CHECK ("source" = 'message' OR "source" ~ '^campaign:[0-9]+$')
);

ALTER TABLE "opt_ins" ADD CONSTRAINT "opt_ins_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What WhatsApp charges for a message, by what it is and where it goes; kept by the administrator.
CREATE TABLE "message_prices" (
  "id" SERIAL NOT NULL,
  "category" TEXT NOT NULL,
  "country" TEXT NOT NULL,
  "currency" TEXT NOT NULL DEFAULT 'BRL',
  "micros" BIGINT NOT NULL,
  "since" TIMESTAMPTZ(3) NOT NULL,
  "confirmed" BOOLEAN NOT NULL DEFAULT true,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "message_prices_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "message_prices_category_check" CHECK ("category" IN ('MARKETING', 'UTILITY', 'AUTHENTICATION', 'SERVICE')),
  CONSTRAINT "message_prices_country_check" CHECK ("country" ~ '^[A-Z]{2}$'),
  -- One currency, so that prices can be added up.
  CONSTRAINT "message_prices_currency_check" CHECK ("currency" = 'BRL'),
  CONSTRAINT "message_prices_micros_check" CHECK ("micros" BETWEEN 0 AND 100000000)
);

CREATE UNIQUE INDEX "message_prices_category_country_since_key" ON "message_prices"("category", "country", "since");

-- Reckoned from Meta's card in dollars of October 2026, about 5.60 to the dollar: to be confirmed by the administrator.
INSERT INTO "message_prices" ("category", "country", "micros", "since", "confirmed") VALUES
  ('MARKETING', 'BR', 350000, '2026-10-01 00:00:00-03', false),
  ('UTILITY', 'BR', 40000, '2026-10-01 00:00:00-03', false),
  ('SERVICE', 'BR', 40000, '2026-10-01 00:00:00-03', false);

-- What Meta reports of a message's price, in its statuses; it may come before the message is stored.
CREATE TABLE "message_charges" (
  "owner_id" INTEGER NOT NULL,
  "instance_id" INTEGER NOT NULL,
  "provider_message_id" TEXT NOT NULL,
  "category" TEXT NOT NULL,
  "billable" BOOLEAN NOT NULL,
  "pricing_model" TEXT,
  "kind" TEXT,
  "told_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "message_charges_pkey" PRIMARY KEY ("instance_id", "provider_message_id")
);

CREATE INDEX "message_charges_owner_id_provider_message_id_idx" ON "message_charges"("owner_id", "provider_message_id");

ALTER TABLE "message_charges" ADD CONSTRAINT "message_charges_owner_id_instance_id_fkey"
  FOREIGN KEY ("owner_id", "instance_id") REFERENCES "whatsapp_instances"("owner_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- 'preference': the person switched promotions off in WhatsApp itself.
ALTER TABLE "opt_outs"
  DROP CONSTRAINT "opt_outs_source_check",
  ADD CONSTRAINT "opt_outs_source_check" CHECK ("source" IN ('reply', 'person', 'import', 'preference'));

-- What Meta says of a business account's templates is for all of its numbers.
CREATE INDEX "whatsapp_instances_account_ref_idx" ON "whatsapp_instances"("account_ref");

-- An administrator's change of a price is audited.
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check"
  CHECK ("action" IN ('account.created', 'account.deactivated', 'account.sessions_ended',
                      'api_token.created', 'api_token.revoked',
                      'billing.created', 'billing.updated', 'billing.deleted',
                      'billing.event_retried', 'billing.event_linked', 'billing.alert_resolved',
                      'dead_letter.replayed', 'dead_letter.deleted', 'registry.import_started',
                      'registry.import_stopped', 'registry.rolled_back', 'price.set'));
