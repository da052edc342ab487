import { call } from "@/lib/api/client";
import { auth, type Credentials, type Registration } from "@/lib/contracts/auth";

/** Plain calls that forms await: the public pages have no query client, which would weigh on the page everybody opens first. */
export const authMutations = {
  logIn: (body: Credentials) => call(auth.login, { body }),
  register: (body: Registration) => call(auth.register, { body }),
  requestReset: (body: { email: string }) => call(auth.requestReset, { body }),
  confirmReset: (body: { token: string; new_password: string }) =>
    call(auth.confirmReset, { body }),
};
