-- The Cloud API's business account of a number, the reasons for which Meta ends a connection, and why a message failed.
ALTER TABLE "whatsapp_instances" ADD COLUMN "account_ref" TEXT;
ALTER TABLE "whatsapp_instances"
    DROP CONSTRAINT "whatsapp_instances_problem_check",
    ADD CONSTRAINT "whatsapp_instances_problem_check"
        CHECK ("problem" IN ('logged_out', 'replaced', 'banned', 'outdated', 'token_refused', 'account_blocked'));

ALTER TABLE "messages" ADD COLUMN "failure" TEXT;
