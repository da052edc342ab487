-- WhatsApp asks for a passkey before it links a device.
ALTER TABLE "whatsapp_instances"
    DROP CONSTRAINT "whatsapp_instances_problem_check",
    ADD CONSTRAINT "whatsapp_instances_problem_check" CHECK ("problem" IN
        ('logged_out', 'replaced', 'banned', 'outdated', 'token_refused', 'account_blocked', 'unreachable', 'passkey'));
