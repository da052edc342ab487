import { signIn } from "@/lib/contracts/accounts/identities";
import { answerStart } from "@/server/accounts/sign-in/sign-in.route";
import { route } from "@/server/platform/http/route";

export const POST = route(signIn.start, answerStart);
