import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { queryKeys } from "@/components/shared/state/query-keys";
import { call } from "@/lib/api/client";
import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { answerChallenge, createPasskey } from "./passkey-device";

export const passkeyQueries = {
  list: () =>
    queryOptions({
      queryKey: [...queryKeys.secondFactor, "passkeys"],
      queryFn: ({ signal }) => call(passkeys.list, {}, { signal }),
      select: (answer) => answer.passkeys,
      // Another device may have used one.
      staleTime: 0,
    }),
};

const refresh = (client: QueryClient) => () =>
  client.invalidateQueries({ queryKey: queryKeys.secondFactor });

export const passkeyMutations = {
  add: (client: QueryClient, name: string) =>
    mutationOptions({
      mutationFn: async (proof: AccountProof) => {
        const { options } = await call(passkeys.start, { body: proof });
        const made = await createPasskey(options);
        return call(passkeys.add, { body: { ...made, name } });
      },
      onSuccess: refresh(client),
    }),
  rename: (client: QueryClient) =>
    mutationOptions({
      mutationFn: ({ id, name }: { id: number; name: string }) =>
        call(passkeys.rename, { params: { id }, body: { name } }),
      onSuccess: refresh(client),
    }),
  remove: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: (body: AccountProof) => call(passkeys.remove, { params: { id }, body }),
      onSuccess: refresh(client),
    }),
  /** Resolves with an answer that replaces the password and the code, once. */
  prove: () =>
    mutationOptions({
      mutationFn: async () => answerChallenge((await call(passkeys.prove, {})).options),
    }),
};
