import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { route } from "@/server/platform/http/route";
import { previewCompletion } from "@/server/registry/registry/lead-completion.service";

export const POST = route(leadBulk.previewCompletion, ({ actor, body }) =>
  previewCompletion(actor, body),
);
