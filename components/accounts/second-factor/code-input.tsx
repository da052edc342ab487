import { Input } from "@/components/ui/input";

interface CodeInputProps {
  id?: string;
  value: string;
  onChange: (code: string) => void;
  autoFocus?: boolean;
  "aria-invalid"?: boolean | undefined;
  "aria-describedby"?: string | undefined;
}

/** A code of the app, which phones and password managers fill in, or a recovery code. */
export function CodeInput({ value, onChange, ...input }: CodeInputProps) {
  return (
    <Input
      {...input}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      maxLength={40}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="6 dígitos"
      className="tabular-nums"
    />
  );
}
