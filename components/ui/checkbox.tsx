import { useEffect, useRef } from "react";

interface CheckboxProps {
  label: string;
  checked: boolean;
  /** Some, but not all, of its rows are selected. */
  partly?: boolean;
  disabled?: boolean;
  /** `extend`: Shift was pressed, to include the rows between the last one and this. */
  onChange: (checked: boolean, extend: boolean) => void;
}

/** A checkbox with a touch-sized target; its label is visually hidden. */
export function Checkbox({
  label,
  checked,
  partly = false,
  disabled = false,
  onChange,
}: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className="grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input
        ref={box}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 cursor-pointer"
      />
    </label>
  );
}
