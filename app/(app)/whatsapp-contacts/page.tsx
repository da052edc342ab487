import type { Metadata } from "next";
import { ContactsScreen } from "@/components/contacts/contacts-screen";

export const metadata: Metadata = { title: "Contatos do WhatsApp" };

export default function Page() {
  return <ContactsScreen />;
}
