"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Loading } from "@/components/shared/feedback/loading";
import { Page } from "@/components/shared/layout/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import Link from "@/components/ui/link";
import { type BillingPeriod, PLAN_CATALOGUE } from "@/lib/domain/plans/plan-catalogue";
import { errorText } from "@/lib/error-text";
import { paths } from "@/lib/paths";
import { billingQueries } from "./billing.queries";

/** Asks for the account's payment page and leads there. */
export function CheckoutScreen({ plan }: { plan: BillingPeriod }) {
  const checkout = useQuery(billingQueries.checkout(plan));
  const url = checkout.data?.url;
  useEffect(() => {
    if (url) window.location.replace(url);
  }, [url]);
  return (
    <Page
      title="Pagamento"
      description={`Garimpo PRO, plano ${PLAN_CATALOGUE[plan].label}.`}
      actions={
        <Button asChild variant="outline">
          <Link href={paths.subscription}>Ver assinatura</Link>
        </Button>
      }
    >
      <Card>
        {checkout.isError ? (
          <ErrorState
            title={errorText(checkout.error)}
            onRetry={checkout.refetch}
            retrying={checkout.isFetching}
          />
        ) : (
          <Loading />
        )}
      </Card>
    </Page>
  );
}
