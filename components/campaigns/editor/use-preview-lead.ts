import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { leadQueries } from "@/components/leads/leads/leads.queries";
import { useOwnFields } from "@/components/leads/own-fields/own-fields.queries";
import type { TemplateLead } from "@/lib/domain/campaigns/message-template";
import { getNameKind } from "@/lib/domain/leads/lead-name";
import type { NameKind } from "@/lib/domain/leads/name-kind";
import { tellOwnValues } from "@/lib/domain/leads/own-fields";

const OTHER_LEADS = 20;

/** What {{nome}} and {{empresa}} are filled with depends on it. */
const WHOSE_NAME: Record<NameKind, string> = {
  company: "",
  person: " · nome de pessoa",
  none: " · sem nome conhecido",
};

/** Sample lead, used until the user has one. */
const SAMPLE: TemplateLead & { id: null } = {
  id: null,
  name: "Padaria Flor do Trigo",
  source: "manual",
  email: "contato@flordotrigo.com.br",
  phone: "1133224455",
  whatsapp: "5511987654321",
  website: "flordotrigo.com.br",
  address: "Rua das Acácias, 120",
  city: "Campinas",
  state: "SP",
  cnpj: "12345678000190",
  cnae: "1091102",
  proprietario: "Helena Prado",
};

/** Whose preview it is. */
export function describeLead(lead: TemplateLead): string {
  return `${lead.name}${WHOSE_NAME[getNameKind(lead)]}`;
}

/** The sample of the audience first, then the account's newest leads. */
export function usePreviewLead(sampleLeadId: number | null) {
  const sample = useQuery({
    ...leadQueries.details(sampleLeadId ?? 0),
    enabled: sampleLeadId !== null,
  }).data;
  const newest = useQuery(leadQueries.list({ page: 1, per_page: OTHER_LEADS, search: "" })).data
    ?.leads;
  const fields = useOwnFields();
  const [at, setAt] = useState(0);
  const leads = useMemo(() => {
    const others = (newest ?? []).filter(({ id }) => id !== sample?.id);
    const all = sample ? [sample, ...others] : others;
    return all.map((lead) => ({ ...lead, own: tellOwnValues(fields, lead.own) }));
  }, [sample, newest, fields]);
  return {
    lead: leads[at % Math.max(1, leads.length)] ?? SAMPLE,
    step: (by: number) => setAt((at + by + leads.length) % leads.length),
    many: leads.length > 1,
  };
}
