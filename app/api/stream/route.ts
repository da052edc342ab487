import { streamRoute } from "@/server/live/stream.route";

export const GET = streamRoute;
