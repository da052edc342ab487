"use client";

import { useQuery } from "@tanstack/react-query";
import { useListChoices } from "@/components/leads/lists/use-list-choices";
import { nameSeller } from "@/components/leads/sellers/seller-choice";
import { useTeam } from "@/components/session/team.queries";
import type { SelectOption } from "@/components/ui/multi-select";
import {
  SITE_FILTERS,
  SITE_UNCHECKED_LABEL,
  SITE_VERDICT_LABEL,
} from "@/lib/domain/companies/site-verdict";
import { UFS } from "@/lib/domain/geo/ufs";
import {
  CONTACT_FILTER_LABEL,
  CONTACT_FILTERS,
  STEP_FILTER_LABEL,
  STEP_FILTERS,
} from "@/lib/domain/leads/dealing-filters";
import { LEAD_SOURCES } from "@/lib/domain/leads/lead-list";
import { LEAD_STATUSES, type LeadStatus } from "@/lib/domain/leads/lead-status";
import { LEAD_SOURCE_LABEL, LEAD_STATUS_LABEL } from "./lead-labels";
import { leadQueries } from "./leads.queries";
import { useStages } from "./stages.queries";
import { useTags } from "./tags.queries";

/** The filters that take several values, which the address holds separated by commas. */
export const CHOICE_FILTERS = [
  { name: "stage", label: "Status", none: "Todos" },
  { name: "status", label: "Situação", none: "Todas" },
  { name: "list_id", label: "Lista", none: "Todas" },
  { name: "tag", label: "Etiqueta", none: "Qualquer uma" },
  { name: "tag_all", label: "Com todas", none: "Etiquetas" },
  { name: "tag_none", label: "Sem nenhuma", none: "Etiquetas" },
  { name: "seller", label: "Vendedor", none: "Todos" },
  { name: "source", label: "Origem", none: "Todas" },
  { name: "city", label: "Cidade", none: "Todas" },
  { name: "state", label: "Estado", none: "Todos" },
  { name: "last_contact", label: "Último contato", none: "Tanto faz" },
  { name: "next_step", label: "Próximo passo", none: "Tanto faz" },
  { name: "site", label: "Site", none: "Tanto faz" },
  { name: "remark", label: "A conferir", none: "Tanto faz" },
] as const;
type ChoiceFilter = (typeof CHOICE_FILTERS)[number]["name"];

/** Statuses that are independent of a lead's stage. Other statuses come with links from elsewhere. */
const MARKS: readonly LeadStatus[] = ["opted_out", "failed"];
const STATUSES = LEAD_STATUSES.map((value) => ({
  value,
  label: LEAD_STATUS_LABEL[value],
  offered: MARKS.includes(value),
}));
const REMARKS = [
  { value: "elsewhere", label: "Talvez de outra cidade" },
  { value: "number", label: "Número que não existe" },
];
const SITES = SITE_FILTERS.map((value) => ({
  value,
  label: value === "unknown" ? SITE_UNCHECKED_LABEL : SITE_VERDICT_LABEL[value],
}));
const STATES = UFS.map((value) => ({ value, label: value }));
const CONTACTS = CONTACT_FILTERS.map((value) => ({ value, label: CONTACT_FILTER_LABEL[value] }));
const STEPS = STEP_FILTERS.map((value) => ({ value, label: STEP_FILTER_LABEL[value] }));
const SOURCES = LEAD_SOURCES.map((value) => ({ value, label: LEAD_SOURCE_LABEL[value] }));

interface FilterOptions {
  options: Record<ChoiceFilter, readonly (SelectOption & { offered?: boolean })[]>;
  /** Not all lists are among the options: the others are searched for. */
  searchLists: (typed: string) => void;
  searchingLists: boolean;
}

interface WantedOptions {
  lists: boolean;
  /** The chosen ones, as the address has them: they are among the options. */
  chosenLists: string;
  cities: boolean;
}

/** The options of each filter. Lists and cities are requested only where they are shown. */
export function useFilterOptions(wanted: WantedOptions): FilterOptions {
  const stages = useStages();
  const { people } = useTeam();
  const tagOptions = useTags().map(({ id, name }) => ({ value: String(id), label: name }));
  const chosen = splitChoices(wanted.chosenLists).map(Number).filter(Number.isInteger);
  const choices = useListChoices(chosen, { enabled: wanted.lists });
  const cities = useQuery({ ...leadQueries.cities(), enabled: wanted.cities });
  const options = {
    stage: stages.map(({ id, name }) => ({ value: String(id), label: name })),
    status: STATUSES,
    list_id: choices.offered.map(({ id, name }) => ({ value: String(id), label: name })),
    tag: tagOptions,
    tag_all: tagOptions,
    tag_none: tagOptions,
    seller: [
      { value: "me", label: "Meus" },
      { value: "none", label: "Sem vendedor" },
      ...people.map((person) => ({
        value: String(person.id),
        label: nameSeller(person),
        offered: !person.is_you,
      })),
    ],
    source: SOURCES,
    site: SITES,
    remark: REMARKS,
    state: STATES,
    last_contact: CONTACTS,
    next_step: STEPS,
    // A comma separates cities: one that has it cannot be chosen.
    city: (cities.data ?? [])
      .filter((city) => !city.includes(","))
      .map((city) => ({ value: city, label: city })),
  };
  return {
    options,
    searchLists: choices.setTyped,
    searchingLists: choices.query.isFetching,
  };
}

export function splitChoices(text: string): string[] {
  return text.split(",").filter((value) => value !== "");
}
