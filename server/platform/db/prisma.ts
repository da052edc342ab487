import { PrismaPg } from "@prisma/adapter-pg";
import { joiningPool } from "./connection";
import { unavailableIfDown } from "./database-error";
import { PrismaClient } from "./generated/client";

const client = new PrismaClient({
  adapter: new PrismaPg(joiningPool),
  // The other formats capture a stack trace on every call.
  errorFormat: "minimal",
}).$extends({
  query: {
    $allOperations: async ({ args, query }) => {
      try {
        return await query(args);
      } catch (error) {
        throw unavailableIfDown(error);
      }
    },
  },
});

type Client = typeof client;

/**
 * Prisma's client on our own pool: its calls join the running transaction. Left out:
 * - findUnique: Prisma batches the calls of one tick into the transaction of the first caller. findFirst does not.
 * - $transaction: transaction() covers SQL as well.
 * - $queryRaw and similar: SQL goes through server/platform/db/sql, at less than half the cost.
 */
export const prisma: {
  [Model in Exclude<keyof Client, `$${string}` | symbol>]: Omit<
    Client[Model],
    "findUnique" | "findUniqueOrThrow"
  >;
} = client;
