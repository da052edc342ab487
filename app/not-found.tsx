import Link from "next/link";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/paths";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div>
        <h1 className="font-semibold text-xl tracking-tight">Página não encontrada</h1>
        <p className="mt-1 mb-5 text-muted-foreground">O endereço pode ter mudado.</p>
        <Button asChild>
          <Link href={paths.dashboard}>Ir para o Dashboard</Link>
        </Button>
      </div>
    </main>
  );
}
