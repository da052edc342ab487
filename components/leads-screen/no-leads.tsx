import { Plus, Search, Users } from "lucide-react";
import { EmptyState } from "@/components/shared/feedback/empty-state";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { paths } from "@/lib/paths";

/** Before the first lead. */
export function NoLeads({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title="Sua base começa aqui"
      description="Leads são as empresas que você quer ter como clientes. Faça uma busca e elas aparecem nesta lista, com WhatsApp e site."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild size="sm">
            <Link href={paths.pagesSearch}>
              <Search aria-hidden />
              Buscar leads
            </Link>
          </Button>
          <Button variant="outline" size="sm" onClick={onCreate}>
            <Plus aria-hidden />
            Criar lead
          </Button>
        </div>
      }
    />
  );
}
