import { Braces } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { MenuEntry } from "@/components/ui/menu-entry";
import { TEMPLATE_VARIABLES } from "@/lib/domain/campaigns/template-variables";
import { useOwnFields } from "./own-fields.queries";
import { variableHints } from "./variable-hints";

interface VariableMenuProps {
  editor: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
}

/** Puts a variable, which is filled with the lead's data, where the caret is. */
export function VariableMenu({ editor, text, onChange }: VariableMenuProps) {
  const ownFields = useOwnFields();

  function insert(variable: string) {
    const area = editor.current;
    const start = area?.selectionStart ?? text.length;
    const end = area?.selectionEnd ?? start;
    const placed = `{{${variable}}}`;
    onChange(text.slice(0, start) + placed + text.slice(end));
    requestAnimationFrame(() => {
      area?.setSelectionRange(start + placed.length, start + placed.length);
    });
  }

  const entries: MenuEntry[] = [
    { kind: "label", label: "Preenchida com os dados de cada lead" },
    ...TEMPLATE_VARIABLES.map(
      (variable): MenuEntry => ({
        kind: "action",
        label: variable,
        hint: variableHints[variable],
        onSelect: () => insert(variable),
      }),
    ),
    ...(ownFields.length > 0 ? [{ kind: "label", label: "Campos da conta" } as const] : []),
    ...ownFields.map(
      ({ key, name }): MenuEntry => ({
        kind: "action",
        label: key,
        hint: name,
        onSelect: () => insert(key),
      }),
    ),
    { kind: "label", label: "Para quem não tem o dado: {{nome|amigo}}" },
  ];
  return (
    <DropdownMenu
      className="w-64"
      entries={entries}
      focusAfterAction={() => editor.current?.focus()}
      trigger={
        <Button variant="outline" size="sm">
          <Braces aria-hidden />
          Inserir variável
        </Button>
      }
    />
  );
}
