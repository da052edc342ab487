import type { Metadata } from "next";
import { InvitationScreen } from "@/components/accounts/auth/invitation-screen";

// The URL holds the token, which must not reach other sites as a referrer.
export const metadata: Metadata = {
  title: "Convite",
  referrer: "no-referrer",
  robots: { index: false },
};

export default function Page() {
  return <InvitationScreen />;
}
