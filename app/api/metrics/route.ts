import { metricsRoute } from "@/server/backoffice/metrics/metrics.route";

export const GET = metricsRoute;
