-- A number's webhooks come to its former address until the provider has been told the new one.
ALTER TABLE whatsapp_instances ADD COLUMN former_webhook_hash BYTEA;
CREATE UNIQUE INDEX whatsapp_instances_former_webhook_hash_key ON whatsapp_instances (former_webhook_hash);
