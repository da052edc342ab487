"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Page } from "@/components/shared/page";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { Import, ImportFile } from "@/lib/contracts/imports";
import { paths } from "@/lib/paths";
import { FilePicker } from "./file-picker";
import { ImportSetup } from "./import-setup";
import { RecentImports } from "./recent-imports";

export function ImportsScreen() {
  const [uploaded, setUploaded] = useState<{ import: Import; file: ImportFile } | null>(null);
  return (
    <Page
      title="Importar Leads"
      description="Traga sua planilha em CSV ou XLSX. Nada é gravado antes de você conferir, e importar não usa créditos."
      actions={
        <Button asChild variant="outline">
          <Link href={paths.leads}>
            <ArrowLeft aria-hidden />
            Voltar para leads
          </Link>
        </Button>
      }
    >
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {uploaded ? (
          <ImportSetup
            key={uploaded.import.id}
            uploaded={uploaded}
            onDone={() => setUploaded(null)}
          />
        ) : (
          <Card aria-label="Arquivo">
            <CardHeader>
              <CardTitle>Escolha o arquivo</CardTitle>
            </CardHeader>
            <CardContent>
              <FilePicker onUploaded={setUploaded} />
            </CardContent>
          </Card>
        )}
        <RecentImports />
      </div>
    </Page>
  );
}
