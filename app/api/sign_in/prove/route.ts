import { signIn } from "@/lib/contracts/accounts/identities";
import { answerProof } from "@/server/accounts/sign-in/sign-in.route";
import { route } from "@/server/platform/http/route";

export const POST = route(signIn.prove, answerProof);
