-- A subscription that the provider ended leaves invoices whose pages still take money: an order voids them.
ALTER TABLE "billing_orders" DROP CONSTRAINT "billing_orders_reason_check";
ALTER TABLE "billing_orders" ADD CONSTRAINT "billing_orders_reason_check"
  CHECK ("reason" IN ('account_closed', 'duplicate', 'ended', 'second_subscription', 'taken_back')) NOT VALID;
