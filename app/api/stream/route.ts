import { streamRoute } from "@/server/platform/stream/stream.route";

export const GET = streamRoute;
