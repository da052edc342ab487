import type { Metadata } from "next";
import { PeopleScreen } from "@/components/backoffice/people-screen";

export const metadata: Metadata = { title: "Painel Administrativo" };

export default function Page() {
  return <PeopleScreen />;
}
