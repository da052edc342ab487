-- A campaign that was just started waits for a moment, in which the start can be undone.
ALTER TABLE "campaign_runs" DROP CONSTRAINT "campaign_runs_wait_cause_check";
ALTER TABLE "campaign_runs" ADD CONSTRAINT "campaign_runs_wait_cause_check" CHECK ("wait_cause" IN
  ('person', 'guard', 'undo', 'window', 'cap', 'step', 'disconnected', 'restricted', 'templates', 'unreachable', 'passing'));
