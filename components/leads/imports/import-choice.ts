import { readStoredState, storeState } from "@/components/shared/state/use-stored-state";
import type { ImportDetails } from "@/lib/contracts/leads/imports";
import type { ColumnMapping, NewColumnField } from "@/lib/domain/imports/import-columns";
import type { ImportMode } from "@/lib/domain/imports/import-file";

/** The user's choices for an uploaded file. */
export interface Choice {
  mapping: ColumnMapping;
  /** Own fields to create for columns. */
  newFields: NewColumnField[];
  mode: ImportMode;
  /** NO_LIST, NEW_LIST or a list's id. */
  list: string;
  listName: string;
  /** Names of tags for all leads of the file. */
  tags: string[];
}

export const NO_LIST = "";
export const NEW_LIST = "new";

/** Unsaved choices of an import: a page may be reloaded before its last save has arrived. */
interface Unsaved {
  id: number;
  choice: Choice;
}

const UNSAVED = "importChoice";

export function readUnsaved(id: number): Choice | null {
  const unsaved = readStoredState<Unsaved | null>(UNSAVED, null);
  return unsaved?.id === id ? { ...NOTHING, ...unsaved.choice } : null;
}

/** A browser may have stored a choice from before these fields existed. */
const NOTHING = { tags: [], newFields: [] };

export function storeUnsaved(unsaved: Unsaved | null): void {
  storeState<Unsaved | null>(UNSAVED, unsaved);
}

/** Restores the choices saved for this file, here or in another tab. */
export function toChoice({ import: chosen, file }: ImportDetails): Choice {
  const { mode, list, new_list_name, tags } = chosen;
  return {
    mapping: file.mapping,
    newFields: file.new_fields,
    mode: mode ?? "skip",
    list: new_list_name !== null ? NEW_LIST : list ? String(list.id) : NO_LIST,
    listName: new_list_name ?? "",
    tags,
  };
}

export function toRequestBody(choice: Choice) {
  const { list, listName, tags } = choice;
  const body = { ...toCheckBody(choice), tags };
  if (list === NO_LIST) return body;
  if (list === NEW_LIST) return { ...body, list_name: listName.trim() };
  return { ...body, list_id: Number(list) };
}

/** The request of a dry run. */
export function toCheckBody({ mapping, newFields, mode }: Choice) {
  const new_fields = newFields.map((field) => ({ ...field, choices: [...field.choices] }));
  return { mapping, mode, new_fields };
}
