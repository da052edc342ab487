import type { Metadata } from "next";
import { readOptOuts } from "@/components/messaging/opt-outs/opt-outs-answers";
import { OptOutsScreen } from "@/components/messaging/opt-outs/opt-outs-screen";
import { ForWholeView } from "@/components/session/for-role";
import { PageData } from "../../page-data";
import type { SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Números bloqueados" };

export default function Page({ searchParams }: { searchParams: SearchParams }) {
  return (
    <PageData read={readOptOuts} searchParams={searchParams}>
      <ForWholeView title="Números bloqueados">
        <OptOutsScreen />
      </ForWholeView>
    </PageData>
  );
}
