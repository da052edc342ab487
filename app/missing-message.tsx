import { paths } from "@/lib/paths";

/** The message of the 404 page: no screen has this address, or the named record does not exist. */
export function MissingMessage() {
  return (
    <div className="grid min-h-[85dvh] place-items-center px-6 text-center">
      <div>
        <h1 className="font-semibold text-xl tracking-tight">Página não encontrada</h1>
        <p className="mt-1 mb-5 text-muted-foreground">O endereço pode ter mudado.</p>
        <a
          href={paths.dashboard}
          className="font-semibold text-primary-text underline-offset-4 hover:underline"
        >
          Ir para o Dashboard
        </a>
      </div>
    </div>
  );
}
