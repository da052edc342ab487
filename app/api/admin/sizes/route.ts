import { sizes } from "@/lib/contracts/backoffice/sizes";
import { readSizes } from "@/server/backoffice/sizes/sizes.service";
import { route } from "@/server/platform/http/route";

export const GET = route(sizes.read, () => readSizes());
