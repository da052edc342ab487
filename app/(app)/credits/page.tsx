import type { Metadata } from "next";
import { creditQueries } from "@/components/accounts/credits/credits.queries";
import { CreditsScreen } from "@/components/accounts/credits/credits-screen";
import { CREDIT_HISTORY_DAYS } from "@/lib/contracts/accounts/credits";
import { PageData } from "../../page-data";

export const metadata: Metadata = { title: "Créditos" };

export default function Page() {
  return (
    <PageData
      read={(client) => [client.prefetchQuery(creditQueries.history(CREDIT_HISTORY_DAYS.default))]}
    >
      <CreditsScreen />
    </PageData>
  );
}
