"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { z } from "zod/mini";
import { Page } from "@/components/shared/layout/page";
import { Button } from "@/components/ui/button";
import type { PersonQuery } from "@/lib/contracts/privacy/privacy";
import { paths } from "@/lib/paths";
import { PersonResult } from "./person-result";
import { PersonSearch } from "./person-search";
import { RequestList } from "./request-list";

export type PersonLookup = z.input<typeof PersonQuery>;

/** What the people behind the data ask: found, copied, corrected, erased. */
export function PrivacyScreen() {
  // Not in the address: it would stay in the browser's history.
  const [lookup, setLookup] = useState<PersonLookup | null>(null);
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
