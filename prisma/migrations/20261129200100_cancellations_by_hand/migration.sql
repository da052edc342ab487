-- A record that an administrator wrote may name a subscription that nothing was read of yet: it would charge for ever.
-- Whether it exists is found out by the order. One that another account has, or was given later, is not this one's.
CREATE OR REPLACE FUNCTION order_cancellation_of_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO billing_orders (kind, user_id, subscription_id, reason, is_known)
  SELECT 'cancel', OLD.id, b.stripe_subscription_id, 'account_closed', b.source = 'stripe' FROM billings b
  WHERE b.user_id = OLD.id AND b.status <> 'canceled' AND b.is_pro
    AND (b.source = 'stripe' OR starts_with(b.stripe_subscription_id, 'sub_') AND NOT EXISTS (
      SELECT 1 FROM billings o
      WHERE o.stripe_subscription_id = b.stripe_subscription_id AND o.user_id <> b.user_id
        AND (o.source = 'stripe' OR o.id > b.id)))
  ORDER BY b.source DESC, b.id
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
