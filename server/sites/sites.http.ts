import { env } from "@/server/env";
import { siteVisitor } from "./site-visitor.http";

/**
 * Visits a company's site, home page and a few more, and says what it says of itself. Never throws for what a site does.
 * Aborting `signal` stops at once; within 45 seconds it ends by itself.
 */
export const visitCompanySite = siteVisitor({
  delayMs: env.CRAWLER_DELAY_MS,
  sandboxUrl: env.SANDBOX_URL,
});
