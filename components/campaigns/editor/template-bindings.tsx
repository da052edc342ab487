import { useOwnFields } from "@/components/leads/own-fields/own-fields.queries";
import { variableHints } from "@/components/leads/own-fields/variable-hints";
import { Field } from "@/components/shared/forms/form";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { needsFallback, type TemplateBinding } from "@/lib/domain/campaigns/campaign-template";
import { TEMPLATE_VARIABLES } from "@/lib/domain/campaigns/template-variables";
import {
  listVariables,
  TEMPLATE_VALUE_MAX_LENGTH,
  type TemplateContent,
  type TemplateVariable,
} from "@/lib/domain/messages/whatsapp-template";

const PARTS: Record<TemplateVariable["part"], string> = {
  header: "do cabeçalho",
  body: "do texto",
  button: "do link",
};
const FIXED = "";
const FIELD = /^\{\{(\w+)\}\}$/;

/** Words for what a lead lacks, to begin with. */
const FALLBACKS: Readonly<Record<string, string>> = {
  nome: "cliente",
  empresa: "sua empresa",
  cidade: "sua cidade",
};

/** The bindings that a newly chosen template begins with: a variable named like a field of the lead takes that field. */
export function suggestBindings(content: TemplateContent): TemplateBinding[] {
  return listVariables(content).map(({ key, name }) => {
    const isOurs = (TEMPLATE_VARIABLES as readonly string[]).includes(name);
    return {
      key,
      value: isOurs ? `{{${name}}}` : "",
      fallback: isOurs ? (FALLBACKS[name] ?? "") : "",
    };
  });
}

interface TemplateBindingsProps {
  content: TemplateContent;
  bindings: readonly TemplateBinding[];
  onChange: (bindings: TemplateBinding[]) => void;
  /** By the variables' keys. */
  errors: Readonly<Record<string, string>>;
}

/** Each variable of a template gets a field of the lead, or a fixed text. */
export function TemplateBindings({ content, bindings, onChange, errors }: TemplateBindingsProps) {
  const variables = listVariables(content);
  if (variables.length === 0) {
    return <p className="text-muted-foreground text-sm">Este modelo não tem variáveis.</p>;
  }
  const read = (key: string): TemplateBinding =>
    bindings.find((binding) => binding.key === key) ?? { key, value: "", fallback: "" };
  const write = (changed: TemplateBinding) =>
    onChange(variables.map(({ key }) => (key === changed.key ? changed : read(key))));
  return (
    <div className="space-y-4">
      {variables.map((variable) => (
        <Binding
          key={variable.key}
          variable={variable}
          binding={read(variable.key)}
          onChange={write}
          error={errors[variable.key]}
        />
      ))}
    </div>
  );
}

function Binding({
  variable: { name, part },
  binding,
  onChange,
  error,
}: {
  variable: TemplateVariable;
  binding: TemplateBinding;
  onChange: (binding: TemplateBinding) => void;
  error: string | undefined;
}) {
  const field = FIELD.exec(binding.value)?.[1] ?? FIXED;
  const ownFields = useOwnFields();
  const title = `Variável {{${name}}} ${PARTS[part]}`;
  const asksFallback = needsFallback(binding.value);
  const ofFallback = asksFallback && binding.fallback.trim() === "" ? error : undefined;
  const ofValue = ofFallback ? undefined : error;
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="sr-only">{title}</legend>
      <Field label={title} error={field === FIXED ? undefined : ofValue}>
        {(control) => (
          <NativeSelect
            {...control}
            value={field}
            onChange={({ target }) =>
              onChange({
                ...binding,
                value: target.value === FIXED ? "" : `{{${target.value}}}`,
                fallback: binding.fallback || (FALLBACKS[target.value] ?? ""),
              })
            }
          >
            <option value={FIXED}>Texto fixo</option>
            {TEMPLATE_VARIABLES.map((each) => (
              <option key={each} value={each}>
                {each} ({variableHints[each]})
              </option>
            ))}
            {ownFields.map(({ key, name: label }) => (
              <option key={key} value={key}>
                {key} ({label})
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {field === FIXED && (
        <Field label="Texto para todos" error={ofValue}>
          {(control) => (
            <Input
              {...control}
              value={binding.value}
              maxLength={TEMPLATE_VALUE_MAX_LENGTH}
              onChange={({ target }) => onChange({ ...binding, value: target.value })}
            />
          )}
        </Field>
      )}
      {asksFallback && (
        <Field label="Se o lead não tiver" error={ofFallback}>
          {(control) => (
            <Input
              {...control}
              value={binding.fallback}
              maxLength={TEMPLATE_VALUE_MAX_LENGTH}
              onChange={({ target }) => onChange({ ...binding, fallback: target.value })}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
