import { streamRoute } from "@/server/stream/stream.route";

export const GET = streamRoute;
