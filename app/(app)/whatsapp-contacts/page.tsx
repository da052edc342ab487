import type { Metadata } from "next";
import { readContacts } from "@/components/messaging/contacts/contacts-answers";
import { ContactsScreen } from "@/components/messaging/contacts/contacts-screen";
import { PageData } from "../../page-data";
import type { SearchParams } from "../../search-params";

export const metadata: Metadata = { title: "Contatos do WhatsApp" };

export default function Page({ searchParams }: { searchParams: SearchParams }) {
  return (
    <PageData read={readContacts} searchParams={searchParams}>
      <ContactsScreen />
    </PageData>
  );
}
