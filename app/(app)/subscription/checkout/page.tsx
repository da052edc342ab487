import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { CheckoutScreen } from "@/components/billing/checkout-screen";
import { ForRole } from "@/components/session/for-role";
import { BILLING_PERIODS } from "@/lib/domain/plans/plan-catalogue";
import { PLAN_PARAMETER, paths } from "@/lib/paths";
import { readSearchParams, type SearchParams } from "../../../search-params";

export const metadata: Metadata = { title: "Pagamento" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const wanted = (await readSearchParams(searchParams)).get(PLAN_PARAMETER);
  const plan = BILLING_PERIODS.find((period) => period === wanted);
  if (!plan) redirect(paths.subscription);
  return (
    <ForRole least="owner" title="Pagamento">
      <CheckoutScreen plan={plan} />
    </ForRole>
  );
}
