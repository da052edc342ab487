import { readStoredState, storeState } from "@/components/shared/state/use-stored-state";
import type { ImportDetails } from "@/lib/contracts/leads/imports";
import type { ColumnMapping, NewColumnField } from "@/lib/domain/imports/import-columns";
import type { ImportMode } from "@/lib/domain/imports/import-file";

/** What is chosen for an uploaded file. */
export interface Choice {
  mapping: ColumnMapping;
  /** Own fields to make of columns. */
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

/** Of an import, what is yet to be saved: a page that is reloaded asks before its last save has arrived. */
interface Unsaved {
  id: number;
  choice: Choice;
}

const UNSAVED = "importChoice";

export function readUnsaved(id: number): Choice | null {
  const unsaved = readStoredState<Unsaved | null>(UNSAVED, null);
  return unsaved?.id === id ? { ...NOTHING, ...unsaved.choice } : null;
}

/** A browser may keep a choice from before there were these. */
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

/** What a dry run asks for. */
export function toCheckBody({ mapping, newFields, mode }: Choice) {
  const new_fields = newFields.map((field) => ({ ...field, choices: [...field.choices] }));
  return { mapping, mode, new_fields };
}
