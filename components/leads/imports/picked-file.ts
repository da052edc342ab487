/** The file of the import that is being set up, while this page lives: it can be sent again to be read another way. */
let picked: { importId: number; file: File } | null = null;

export function keepPickedFile(importId: number, file: File): void {
  picked = { importId, file };
}

export function findPickedFile(importId: number): File | null {
  return picked?.importId === importId ? picked.file : null;
}
