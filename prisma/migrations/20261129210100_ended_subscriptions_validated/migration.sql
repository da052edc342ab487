-- Reads the table while others write, which the change before it would have held up.
ALTER TABLE "billing_orders" VALIDATE CONSTRAINT "billing_orders_reason_check";
