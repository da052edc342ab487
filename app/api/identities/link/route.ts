import { identities } from "@/lib/contracts/accounts/identities";
import { answerLink } from "@/server/accounts/sign-in/sign-in.route";
import { route } from "@/server/platform/http/route";

export const POST = route(identities.link, answerLink);
