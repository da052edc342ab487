-- When a duty of the workers was last done: one that is due once a day is not done again at each start.
CREATE TABLE "duty_runs" (
  "name" TEXT NOT NULL,
  "last_run_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "duty_runs_pkey" PRIMARY KEY ("name")
);
