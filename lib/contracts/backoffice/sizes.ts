import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";

const SizeOfTable = z.object({
  name: z
    .string()
    .check(z.describe("A table; a month of the registry as `registry_` and its import.")),
  bytes: z.number().check(z.describe("With its indexes.")),
  rows: z.number().check(z.describe("As PostgreSQL last estimated them.")),
});

const SizeOfFolder = z.object({
  name: z.enum(["media", "registry"]),
  /** Null for files in a bucket. */
  bytes: z.nullable(z.number()),
  files: z.number(),
  whole: z.boolean().check(z.describe("False where there are more files than were counted.")),
  free_bytes: z.nullable(z.number()).check(z.describe("What its disk has left.")),
});
export type SizeOfFolder = z.infer<typeof SizeOfFolder>;

export const sizes = {
  read: endpoint({
    method: "GET",
    path: "/api/admin/sizes",
    access: "admin",
    summary: "What takes how much disk: the database, its largest tables, the folders of files",
    response: z.object({
      database_bytes: z.number(),
      tables: z.array(SizeOfTable),
      folders: z.array(SizeOfFolder),
    }),
    rateLimit: { points: 30, windowSeconds: 60 },
  }),
};
