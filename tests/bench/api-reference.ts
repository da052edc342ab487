/** The reference for the api bench: node:http and pg with the same two statements, nothing else. */
import { createServer } from "node:http";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
/** The page of leads, and their number by status. */
const [page, counts] = JSON.parse(process.env["BENCH_STATEMENTS"] ?? "[]") as pg.QueryConfig[];
if (!page || !counts) throw new Error("The bench gives two statements.");

createServer((_request, response) => {
  Promise.all([pool.query(page), pool.query(counts)]).then(
    ([{ rows: leads }, { rows: total }]) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ leads, total }));
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(Number(process.env["PORT"]), "127.0.0.1", () => process.send?.("listening"));
