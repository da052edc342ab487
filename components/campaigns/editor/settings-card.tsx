import { Controller } from "react-hook-form";
import { useProFeature } from "@/components/session/use-pro-feature";
import { CheckField } from "@/components/shared/forms/check-field";
import { Field } from "@/components/shared/forms/form";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import {
  CAMPAIGN_DEFAULT_LEADS,
  CAMPAIGN_MAX_LEADS,
  CAMPAIGN_NAME_MAX_LENGTH,
} from "@/lib/domain/campaigns/campaign";
import { LegalBasisField } from "./legal-basis-field";
import { NumberField } from "./number-field";
import type { CampaignForm } from "./use-campaign-form";

/** The campaign's name and its audience. */
export function SettingsCard({ form }: { form: CampaignForm }) {
  const { pro, explainPro } = useProFeature();
  const { errors } = form.formState;
  return (
    <Card aria-label="Configurações da campanha">
      <CardHeader>
        <CardTitle>Configurações da campanha</CardTitle>
      </CardHeader>
      <CardContent>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          <Field
            label="Nome da campanha"
            help="Opcional: ajuda você a achá-la depois."
            error={errors.name?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register("name")}
                maxLength={CAMPAIGN_NAME_MAX_LENGTH}
                autoComplete="off"
              />
            )}
          </Field>
          <Field
            label="Número de leads"
            help={`De 1 a ${CAMPAIGN_MAX_LEADS}. Contas novas: comece com 5-10 leads.`}
            error={errors.num_leads?.message}
          >
            {(control) => (
              <Controller
                name="num_leads"
                control={form.control}
                render={({ field: { value = CAMPAIGN_DEFAULT_LEADS, onChange, ...field } }) => (
                  <Input
                    {...control}
                    {...field}
                    inputMode="numeric"
                    value={Number.isFinite(value) ? String(value) : ""}
                    onChange={({ target }) => {
                      const wanted = parseLeadCount(target.value);
                      if (wanted !== "ignore") onChange(wanted);
                    }}
                  />
                )}
              />
            )}
          </Field>
        </div>
        <div className="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-2">
          <NumberField form={form} />
          <LegalBasisField form={form} />
        </div>
        <div className="mt-3">
          <Controller
            name="repeat_leads"
            control={form.control}
            render={({ field: { value = false, onChange } }) => (
              <CheckField
                label="Repetir leads"
                help="Escrever também a quem já foi contatado, menos a quem falhou antes ou espera resposta sua."
                checked={value}
                onChange={onChange}
                pro={{ locked: !pro, onLocked: () => explainPro("Repetir leads") }}
              />
            )}
          />
        </div>
      </CardContent>
    </Card>
  );
}

/** Parses the typed number: NaN if empty, "ignore" if it is not a number or exceeds the limit. */
function parseLeadCount(typed: string): number | "ignore" {
  if (typed.trim() === "") return Number.NaN;
  if (!/^\d+$/.test(typed.trim())) return "ignore";
  const count = Number(typed);
  return count > CAMPAIGN_MAX_LEADS ? "ignore" : count;
}
