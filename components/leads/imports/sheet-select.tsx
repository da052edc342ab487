import { useId } from "react";
import { NativeSelect } from "@/components/ui/native-select";

interface SheetSelectProps {
  sheets: readonly string[];
  value: string;
  disabled: boolean;
  onChoose: (sheet: string) => void;
}

/** Which sheet of a workbook is read. */
export function SheetSelect({ sheets, value, disabled, onChoose }: SheetSelectProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id}>Planilha do arquivo</label>
      <NativeSelect
        id={id}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChoose(target.value)}
        className="max-w-64"
      >
        {sheets.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
