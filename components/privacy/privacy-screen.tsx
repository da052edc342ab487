"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import type { z } from "zod/mini";
import { Page } from "@/components/shared/layout/page";
import { Button } from "@/components/ui/button";
import type { PersonQuery } from "@/lib/contracts/privacy/privacy";
import { DATA_SUBJECT_PARAMETER, paths } from "@/lib/paths";
import { PersonResult } from "./person-result";
import { PersonSearch } from "./person-search";
import { RequestList } from "./request-list";

export type PersonLookup = z.input<typeof PersonQuery>;

/** What the people behind the data ask: found, copied, corrected, erased. */
export function PrivacyScreen() {
  // What is typed does not go into the address: it would stay in the browser's history. A chat's own address has its number.
  const asked = useSearchParams().get(DATA_SUBJECT_PARAMETER);
  const [lookup, setLookup] = useState<PersonLookup | null>(asked ? { phone: asked } : null);
  return (
    <Page
      title="Pedidos de titulares"
      description="Quando alguém pergunta o que você guarda dela, ou pede para apagar: a LGPD dá 15 dias."
      actions={
        <Button asChild variant="outline">
          <Link href={paths.blockedNumbers}>
            <ArrowLeft aria-hidden />
            Números bloqueados
          </Link>
        </Button>
      }
    >
      <div className="grid max-w-4xl gap-5">
        <PersonSearch onSearch={setLookup} />
        {lookup && <PersonResult lookup={lookup} onChoose={setLookup} />}
        <RequestList />
      </div>
    </Page>
  );
}
