import type { ReadSheet as Sheet } from "@/lib/contracts/shared/read-sheet";

/** Names the sheet of a workbook that was read; nothing for other files. */
export function ReadSheet({ sheet }: { sheet: Sheet }) {
  if (!sheet) return null;
  const { name, others } = sheet;
  return (
    <p className="break-words text-muted-foreground text-sm">
      Planilha lida: <span className="font-medium text-foreground">{name}</span>
      {others === 1 && ". A outra planilha do arquivo não é lida."}
      {others > 1 && `. As outras ${others} planilhas do arquivo não são lidas.`}
    </p>
  );
}
