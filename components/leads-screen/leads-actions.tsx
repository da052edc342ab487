import { Merge, Plus, Search, Upload, Zap } from "lucide-react";
import Link from "next/link";
import { LeadExportMenu } from "@/components/leads/lead-export-menu";
import type { useLeadParams } from "@/components/leads/use-lead-params";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/paths";

type Exported = Pick<ReturnType<typeof useLeadParams>, "filter" | "sort" | "direction">;

/**
 * What may be done from the screen's head. `exported`: the leads that an export takes. All of it is there from the
 * beginning, so that nothing below moves when the leads come.
 */
export function LeadsActions({
  exported,
  hasLeads,
  onCreate,
  onQuickAdd,
}: {
  exported: Exported;
  hasLeads: boolean;
  onCreate: () => void;
  onQuickAdd: () => void;
}) {
  return (
    <>
      <Button asChild variant="outline">
        <Link href={paths.leadImport}>
          <Upload aria-hidden />
          Importar
        </Link>
      </Button>
      <LeadExportMenu
        selected={{ filter: exported.filter }}
        order={{ sort: exported.sort, direction: exported.direction }}
        disabled={!hasLeads}
      >
        Exportar
      </LeadExportMenu>
      <Button asChild variant="outline" size="icon">
        <Link
          href={paths.leadDuplicates}
          aria-label="Possíveis duplicados"
          title="Possíveis duplicados"
        >
          <Merge aria-hidden />
        </Link>
      </Button>
      <Button asChild variant="outline" className="max-sm:hidden">
        <Link href={paths.pagesSearch}>
          <Search aria-hidden />
          Buscar leads
        </Link>
      </Button>
      <Button
        variant="outline"
        size="icon"
        aria-label="Adição rápida"
        title="Adição rápida"
        onClick={onQuickAdd}
      >
        <Zap aria-hidden />
      </Button>
      <Button onClick={onCreate}>
        <Plus aria-hidden />
        Criar lead
      </Button>
    </>
  );
}
