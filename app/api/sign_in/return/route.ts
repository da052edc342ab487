import { signIn } from "@/lib/contracts/accounts/identities";
import { answerReturn } from "@/server/accounts/sign-in/sign-in.route";
import { route } from "@/server/platform/http/route";

export const POST = route(signIn.return, answerReturn);
