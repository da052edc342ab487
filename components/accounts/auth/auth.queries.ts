import { call } from "@/lib/api/client";
import { auth, type Login, type Registration } from "@/lib/contracts/accounts/auth";
import { type Proof, type Returned, signIn } from "@/lib/contracts/accounts/identities";
import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import { passkeys } from "@/lib/contracts/accounts/passkeys";
import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";

/** Plain calls instead of mutation options: the public pages load no query client, to keep the first page light. */
export const authMutations = {
  logIn: (body: Login) => call(auth.login, { body }),
  startPasskey: () => call(passkeys.startSignIn, {}),
  logInByPasskey: (body: PasskeyAnswer) => call(passkeys.signIn, { body }),
  register: (body: Registration) => call(auth.register, { body }),
  beginSignIn: (body: { provider: SignInProvider; next?: string }) => call(signIn.start, { body }),
  comeBack: (body: Returned) => call(signIn.return, { body }),
  prove: (body: Proof) => call(signIn.prove, { body }),
  requestReset: (body: { email: string }) => call(auth.requestReset, { body }),
  confirmReset: (body: { token: string; new_password: string }) =>
    call(auth.confirmReset, { body }),
};
