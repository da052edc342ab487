import type { Metadata } from "next";
import { ApiTokensCard } from "@/components/integrations/api-tokens/api-tokens-card";

export const metadata: Metadata = { title: "Tokens de API" };

export default function Page() {
  return <ApiTokensCard />;
}
