import type { Metadata } from "next";
import { SignInWaysCard } from "@/components/accounts/sign-in-ways/sign-in-ways-card";

export const metadata: Metadata = { title: "Formas de entrar" };

export default function Page() {
  return <SignInWaysCard />;
}
