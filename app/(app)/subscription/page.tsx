import type { Metadata } from "next";
import { SubscriptionScreen } from "@/components/billing/subscription-screen";
import { ForRole } from "@/components/session/for-role";
import { CHECKOUT_PARAMETER } from "@/lib/paths";
import { readSearchParams, type SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Assinatura" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ForRole least="owner" title="Assinatura">
      <SubscriptionScreen paid={(await readSearchParams(searchParams)).has(CHECKOUT_PARAMETER)} />
    </ForRole>
  );
}
