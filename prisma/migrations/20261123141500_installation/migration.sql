-- One row: a known word sealed with AUTH_SECRET, so that a process with another secret is told apart before it works.
CREATE TABLE "installation" (
  "id" BOOLEAN NOT NULL DEFAULT true,
  "sealed_word" TEXT NOT NULL,
  CONSTRAINT "installation_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "installation_one_row" CHECK ("id")
);
