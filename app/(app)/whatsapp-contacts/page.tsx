import type { Metadata } from "next";
import { contactQueries } from "@/components/messaging/contacts/contacts.queries";
import { ContactsScreen } from "@/components/messaging/contacts/contacts-screen";
import { readListParams } from "@/components/shared/table/list-params";
import { CONTACT_DEFAULT_PAGE_SIZE, CONTACT_PAGE_SIZES } from "@/lib/contracts/messaging/contacts";
import { PageData } from "../../page-data";
import { readSearchParams, type SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Contatos do WhatsApp" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const params = readListParams(
    await readSearchParams(searchParams),
    CONTACT_PAGE_SIZES,
    CONTACT_DEFAULT_PAGE_SIZE,
  );
  return (
    <PageData read={(client) => [client.prefetchQuery(contactQueries.page(params))]}>
      <ContactsScreen />
    </PageData>
  );
}
