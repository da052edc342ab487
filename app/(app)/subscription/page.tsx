import type { Metadata } from "next";
import { SubscriptionScreen } from "@/components/billing/subscription-screen";
import { CHECKOUT_PARAMETER } from "@/lib/paths";

export const metadata: Metadata = { title: "Assinatura" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  return <SubscriptionScreen paid={CHECKOUT_PARAMETER in (await searchParams)} />;
}
