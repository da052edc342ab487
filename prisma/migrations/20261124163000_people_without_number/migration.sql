-- Since usernames, a person may be known by an id alone; and may change the number or the id.
ALTER TABLE "conversations"
    ADD COLUMN "username" TEXT,
    ADD COLUMN "moved_from" TEXT,
    ADD COLUMN "moved_at" TIMESTAMPTZ(3),
    ADD CONSTRAINT "conversations_username_check" CHECK (length("username") BETWEEN 1 AND 100),
    ADD CONSTRAINT "conversations_moved_check" CHECK (("moved_from" IS NULL) = ("moved_at" IS NULL));

ALTER TABLE "whatsapp_contacts"
    ALTER COLUMN "number" DROP NOT NULL,
    ADD COLUMN "username" TEXT,
    ADD CONSTRAINT "whatsapp_contacts_username_check" CHECK (length("username") BETWEEN 1 AND 100),
    ADD CONSTRAINT "whatsapp_contacts_number_check" CHECK ("number" IS NOT NULL OR strpos("phone_key", '@') > 0);

-- Found by user name too; a missing number must not empty the whole text.
ALTER TABLE "conversations" ALTER COLUMN "search_text" SET EXPRESSION AS
    (search_form(coalesce("name", '') || ' ' || "phone_key" || ' ' || coalesce("username", '')));
ALTER TABLE "whatsapp_contacts" ALTER COLUMN "search_text" SET EXPRESSION AS
    (search_form(coalesce("name", '') || ' ' || coalesce("number", '') || ' ' || "phone_key" || ' ' || coalesce("username", '')));
