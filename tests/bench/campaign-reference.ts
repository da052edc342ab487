/**
 * The reference of the campaign bench: the same HTTP call and one UPDATE per recipient, with the worker's concurrency, and
 * nothing stored before a send. Receives the recipients as messages from its parent and answers with the rate.
 */
import { Pool } from "pg";
import { fetch } from "undici";

export interface ReferenceTask {
  instance: string;
  number: string;
  id: number;
}

const CONCURRENCY = 64;
const { DATABASE_URL, SANDBOX_URL, EVOLUTION_API_KEY } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL, max: CONCURRENCY });

process.on("message", async (tasks: ReferenceTask[]) => {
  const startedAt = performance.now();
  const count = tasks.length;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let task = tasks.pop(); task; task = tasks.pop()) await deliver(task);
    }),
  );
  process.send?.(count / ((performance.now() - startedAt) / 1_000));
});
process.send?.("ready");

async function deliver({ instance, number, id }: ReferenceTask): Promise<void> {
  const response = await fetch(`${SANDBOX_URL}/evolution/message/sendText/${instance}`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: EVOLUTION_API_KEY ?? "" },
    body: JSON.stringify({
      number,
      text: "Oi, tudo bem?",
      linkPreview: false,
      messageId: `R${id}`,
    }),
  });
  const answer = (await response.json()) as { key?: { id?: string } };
  if (response.status !== 201) throw new Error(`sendText: ${response.status}`);
  await pool.query("UPDATE bench_recipients SET state = 'sent', message_id = $1 WHERE id = $2", [
    answer.key?.id,
    id,
  ]);
}
