import { leadBulk } from "@/lib/contracts/lead-bulk";
import { route } from "@/server/http/route";
import { previewCompletion } from "@/server/registry/lead-completion.service";

export const POST = route(leadBulk.previewCompletion, ({ actor, body }) =>
  previewCompletion(actor, body),
);
