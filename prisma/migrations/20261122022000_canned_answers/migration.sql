-- Texts that a person keeps to be inserted in the chat by their shortcut.
CREATE TABLE "canned_answers" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    "shortcut" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "canned_answers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "canned_answers_shortcut_check" CHECK ("shortcut" ~ '^[a-z0-9_-]{1,30}$')
);
CREATE UNIQUE INDEX "canned_answers_owner_id_shortcut_key" ON "canned_answers"("owner_id", "shortcut");
