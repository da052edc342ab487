import { fromEnv } from "@/server/platform/env";
import { createSiteVisitor } from "./site-visitor.http";

/**
 * Visits a company's home page and a few more and extracts its data. A misbehaving site never makes it throw.
 * Aborting `signal` stops at once; it ends within 45 seconds in any case.
 */
export const visitCompanySite: ReturnType<typeof createSiteVisitor> = (...visit) =>
  getVisitor()(...visit);

const getVisitor = fromEnv(({ CRAWLER_DELAY_MS: delayMs, SANDBOX_URL: sandboxUrl }) =>
  createSiteVisitor({ delayMs, sandboxUrl }),
);
