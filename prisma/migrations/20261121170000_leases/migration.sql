-- One shape of lease for every kind of background work: who holds a row (lease_no, lease_until), from when on it may be
-- taken again (resume_at), and how often it failed or lost its worker since it last made progress (attempts).

ALTER TABLE "searches" ADD COLUMN "resume_at" TIMESTAMPTZ(3);
ALTER TABLE "imports" ADD COLUMN "resume_at" TIMESTAMPTZ(3);
ALTER TABLE "campaign_runs" ADD COLUMN "resume_at" TIMESTAMPTZ(3), ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "mails" RENAME COLUMN "next_attempt_at" TO "resume_at";
ALTER TABLE "mails"
  ALTER COLUMN "resume_at" DROP NOT NULL,
  ALTER COLUMN "resume_at" DROP DEFAULT,
  ADD COLUMN "lease_no" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "lease_until" TIMESTAMPTZ(3);
