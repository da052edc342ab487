/** The reference for the api bench: node:http and pg with the same two statements, nothing else. */
import { createServer } from "node:http";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
const owner = Number(process.env["BENCH_OWNER"]);

const PAGE = `SELECT id, name, status, whatsapp, phone, email, website, address, city, state, cnpj, cnae,
  proprietario, obs, ai_obs, source, created_at FROM leads WHERE owner_id = $1
  ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`;
const COUNT = `SELECT count(*)::int AS total FROM (
  SELECT 1 FROM leads WHERE owner_id = $1 LIMIT $2) AS counted`;

createServer((_request, response) => {
  Promise.all([pool.query(PAGE, [owner, 10, 0]), pool.query(COUNT, [owner, 10_001])]).then(
    ([page, count]) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ leads: page.rows, total: count.rows[0].total }));
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(Number(process.env["PORT"]), "127.0.0.1", () => process.send?.("listening"));
