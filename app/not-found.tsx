import { readSession } from "@/server/platform/auth/page-session.service";
import { MissingMessage } from "./missing-message";
import { SignedInShell } from "./signed-in-shell";

/** An address without a screen: a signed-in user keeps the menu around the message. */
export default async function NotFound() {
  const session = await readSession();
  if (session && !session.lacksFactor) {
    return (
      <SignedInShell user={session.user}>
        <MissingMessage />
      </SignedInShell>
    );
  }
  return (
    <main>
      <MissingMessage />
    </main>
  );
}
