import { auth } from "@/lib/contracts/accounts/auth";
import { answerRegistration } from "@/server/accounts/sign-in/sign-in.route";
import { route } from "@/server/platform/http/route";

export const POST = route(auth.register, answerRegistration);
