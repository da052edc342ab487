import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";

/** `held`: the database is a restored copy; nothing is done on it until the administrator confirms it. */
const Check = z.enum(["ok", "down", "held"]);

export const system = {
  health: endpoint({
    method: "GET",
    path: "/api/health",
    access: "public",
    summary: "This process answers",
    response: z.object({ status: z.literal("ok") }),
  }),
  ready: endpoint({
    method: "GET",
    path: "/api/ready",
    access: "public",
    summary: "Database, queue and worker are there (503 when one is not, or the database is held)",
    response: z.object({ status: z.literal("ok"), database: Check, queue: Check, worker: Check }),
  }),
};
