"use client";

import { type ReactNode, useState } from "react";
import { Fact } from "@/components/shared/layout/fact";
import { Button } from "@/components/ui/button";
import type { LeadDetails } from "@/lib/contracts/leads/leads";
import { SITE_VERDICT_LABEL } from "@/lib/domain/companies/site-verdict";
import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { formatDateTime } from "@/lib/format";
import { CompanyStatusBadge } from "./company-status-badge";
import { EvidenceMark } from "./evidence-mark";
import { showLeadValue } from "./lead-value";
import { StatusMark } from "./stage-badge";
import { StageSelect } from "./stage-select";

/** The values of a lead; those that are empty only on demand. */
export function LeadFacts({ lead }: { lead: LeadDetails }) {
  const [showsAll, setShowsAll] = useState(false);
  const facts = listFacts(lead);
  const hidden = facts.filter(({ value }) => !value).length;
  return (
    <div>
      <dl className="grid grid-cols-[8rem_1fr] items-baseline gap-x-3 gap-y-2.5 text-sm">
        <Fact label="Status">
          <span className="flex flex-wrap items-center gap-2">
            <StageSelect lead={lead} />
            <StatusMark status={lead.status} />
            <CompanyStatusBadge status={lead.company_status} />
          </span>
        </Fact>
        {lead.search_remark && <Fact label="Da busca">{lead.search_remark}</Fact>}
        {facts
          .filter(({ value }) => showsAll || value)
          .map(({ label, value, field }) => (
            <Fact key={label} label={label}>
              {value && (
                <>
                  {value}
                  {field && <EvidenceMark lead={lead} field={field} label={label} />}
                </>
              )}
            </Fact>
          ))}
      </dl>
      {hidden > 0 && (
        <Button
          variant="link"
          size="inline"
          className="mt-3 min-h-8 text-[0.8125rem]"
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? "Ocultar campos vazios" : "Mostrar todos os campos"}
        </Button>
      )}
    </div>
  );
}

interface LeadFact {
  label: string;
  value: ReactNode;
  /** The name of the field in the evidence of a search. */
  field?: LeadFieldName;
}

const NAMES = LEAD_FIELD_NAMES.filter(
  (name) => !["name", "status", "city", "state", "contact_name", "contact_role"].includes(name),
);

function listFacts(lead: LeadDetails): LeadFact[] {
  const facts = NAMES.map((field) => ({
    label: LEAD_FIELDS[field].label,
    value: showLeadValue(lead, field),
    field,
  }));
  const behindSite = NAMES.indexOf("website") + 1;
  const behindAddress = NAMES.indexOf("address") + 1;
  return [
    ...facts.slice(0, behindSite),
    {
      label: "Situação do site",
      value: lead.site_verdict && SITE_VERDICT_LABEL[lead.site_verdict],
    },
    ...facts.slice(behindSite, behindAddress),
    { label: "Cidade", value: [lead.city, lead.state].filter(Boolean).join("/") },
    ...facts.slice(behindAddress),
    { label: "Contatado em", value: lead.contacted_at && formatDateTime(lead.contacted_at) },
  ];
}
