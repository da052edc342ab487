-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "seats" INTEGER;

-- AlterTable
ALTER TABLE "account_actions" ADD COLUMN     "person_id" INTEGER;

-- CreateTable
CREATE TABLE "account_invitations" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" INTEGER NOT NULL,
    "mail_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_invitations_token_hash_key" ON "account_invitations"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "account_invitations_mail_id_key" ON "account_invitations"("mail_id");

-- CreateIndex
CREATE INDEX "account_invitations_invited_by_idx" ON "account_invitations"("invited_by");

-- CreateIndex
CREATE INDEX "account_invitations_expires_at_idx" ON "account_invitations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_invitations_owner_id_email_key" ON "account_invitations"("owner_id", "email");

-- AddForeignKey
ALTER TABLE "account_invitations" ADD CONSTRAINT "account_invitations_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_invitations" ADD CONSTRAINT "account_invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_invitations" ADD CONSTRAINT "account_invitations_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE account_invitations
  ADD CONSTRAINT account_invitations_email_check CHECK (length(email) <= 254),
  ADD CONSTRAINT account_invitations_role_check CHECK (role IN ('owner', 'manager', 'seller'));

-- Allowed (constraint, until 0.2.0): a row for each account, of which there are few.
ALTER TABLE accounts ADD CONSTRAINT accounts_seats_check CHECK (seats BETWEEN 1 AND 1000);

-- The compiler knows the actions: each one more was a migration.
ALTER TABLE account_actions DROP CONSTRAINT account_actions_action_check;
ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_action_check;
