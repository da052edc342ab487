"use client";

import { ArrowLeft } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import type { z } from "zod/mini";
import { Page } from "@/components/shared/layout/page";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { PersonQuery } from "@/lib/contracts/privacy/privacy";
import { DATA_SUBJECT_PARAMETER, paths } from "@/lib/paths";
import { PersonResult } from "./person-result";
import { PersonSearch } from "./person-search";
import { RequestList } from "./request-list";

export type PersonLookup = z.input<typeof PersonQuery>;

/** Requests of data subjects: find, copy, correct and erase their data. */
export function PrivacyScreen() {
  // The typed text is not put into the address, where the browser's history would keep it. A chat's address has a number.
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
