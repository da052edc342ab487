import { env } from "node:process";

/** The product's web process, which says when it serves. */
env["APP_URL"] = `http://127.0.0.1:${env["PORT"]}`;
await import("@/server/main");
process.send?.("ready");
