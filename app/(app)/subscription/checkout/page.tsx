import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { CheckoutScreen } from "@/components/billing/checkout-screen";
import { BILLING_PERIODS } from "@/lib/domain/plans/plan-catalogue";
import { PLAN_PARAMETER, paths } from "@/lib/paths";

export const metadata: Metadata = { title: "Pagamento" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const wanted = (await searchParams)[PLAN_PARAMETER];
  const plan = BILLING_PERIODS.find((period) => period === wanted);
  if (!plan) redirect(paths.subscription);
  return <CheckoutScreen plan={plan} />;
}
