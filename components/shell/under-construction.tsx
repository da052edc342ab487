/** Placeholder for screens that do not exist yet. */
export function UnderConstruction() {
  return (
    <div className="grid min-h-[60dvh] place-items-center px-6">
      <h1 className="font-semibold text-lg text-muted-foreground">Em construção</h1>
    </div>
  );
}
