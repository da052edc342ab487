-- WhatsApp does not take the connection, which is tried again without anybody's doing.
ALTER TABLE "whatsapp_instances"
    DROP CONSTRAINT "whatsapp_instances_problem_check",
    ADD CONSTRAINT "whatsapp_instances_problem_check" CHECK ("problem" IN
        ('logged_out', 'replaced', 'banned', 'outdated', 'token_refused', 'account_blocked', 'unreachable'));
