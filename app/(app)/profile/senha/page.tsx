import type { Metadata } from "next";
import { PasswordCard } from "@/components/accounts/profile/password-card";

export const metadata: Metadata = { title: "Senha" };

export default function Page() {
  return <PasswordCard />;
}
