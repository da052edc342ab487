import { rows, sql } from "@/server/platform/db/sql";

/** These functions read all accounts: only for the administrator. */

/** The last `months` months of São Paulo as `month` ("2026-01"), `begins` and `ends`. */
const monthsBack = (months: number) => sql`
  SELECT to_char(begins, 'YYYY-MM') AS month, begins AT TIME ZONE 'America/Sao_Paulo' AS begins,
         (begins + interval '1 month') AT TIME ZONE 'America/Sao_Paulo' AS ends
  FROM generate_series(date_trunc('month', now() AT TIME ZONE 'America/Sao_Paulo') - make_interval(months => ${months - 1}),
                       date_trunc('month', now() AT TIME ZONE 'America/Sao_Paulo'), interval '1 month') AS begins`;

/** A record written by hand ends with its period. */
const ENDED_AT = sql`CASE WHEN b.source = 'admin' THEN b.current_period_end ELSE b.canceled_at END`;

/** Payments minus refunds, without those lost in a dispute, by plan. */
export function sumRevenue(
  months: number,
): Promise<{ month: string; plan: string; cents: number }[]> {
  return rows(
    sql`SELECT m.month, i.plan, sum(i.amount_cents - i.refunded_cents)::float8 AS cents
        FROM (${monthsBack(months)}) AS m
        JOIN billing_invoices i ON i.paid_at >= m.begins AND i.paid_at < m.ends
        WHERE i.status = 'paid' AND i.dispute IS DISTINCT FROM 'lost'
        GROUP BY m.month, i.plan ORDER BY m.month, i.plan`,
  );
}

/** Subscriptions that ran at the end of each month (or now), began in it and ended in it; oldest month first. */
export function countSubscriptions(
  months: number,
): Promise<{ month: string; active: number; started: number; ended: number }[]> {
  return rows(
    sql`SELECT m.month,
               count(*) FILTER (WHERE b.start_date < least(m.ends, now())
                 AND (b.ended_at IS NULL OR b.ended_at > least(m.ends, now())))::int AS active,
               count(*) FILTER (WHERE b.start_date >= m.begins AND b.start_date < m.ends)::int AS started,
               count(*) FILTER (WHERE b.ended_at >= m.begins AND b.ended_at < least(m.ends, now()))::int AS ended
        FROM (${monthsBack(months)}) AS m
        LEFT JOIN (SELECT b.start_date, ${ENDED_AT} AS ended_at FROM billings b WHERE b.status <> 'incomplete' AND b.is_pro) AS b ON true
        GROUP BY m.month ORDER BY m.month`,
  );
}
