import { rows, sql } from "@/server/platform/db/sql";

export interface MisreadNumber {
  owner_id: number;
  phone_key: string;
}

/** The next keys of impossible numbers, of leads, their contacts and opt-outs, in the order of the keys. */
export function findMisread(after: MisreadNumber, limit: number): Promise<MisreadNumber[]> {
  const isNext = sql`is_misread_number(phone_key) AND (owner_id, phone_key) > (${after.owner_id}, ${after.phone_key})`;
  return rows(
    sql`SELECT owner_id, phone_key FROM leads WHERE ${isNext}
        UNION SELECT owner_id, phone_key FROM lead_contacts WHERE ${isNext}
        UNION SELECT owner_id, phone_key FROM opt_outs WHERE ${isNext}
        ORDER BY owner_id, phone_key LIMIT ${limit}`,
  );
}
