import type { Metadata } from "next";
import { PasskeysCard } from "@/components/accounts/second-factor/passkeys-card";

export const metadata: Metadata = { title: "Chaves de acesso" };

export default function Page() {
  return <PasskeysCard />;
}
