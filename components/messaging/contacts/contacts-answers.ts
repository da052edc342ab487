import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { readListParams } from "@/components/shared/table/list-params";
import { CONTACT_DEFAULT_PAGE_SIZE, CONTACT_PAGE_SIZES } from "@/lib/contracts/messaging/contacts";
import { contactQueries } from "./contacts.queries";

export const readContacts: FirstAnswers = (client, params) => [
  client.prefetchQuery(
    contactQueries.page(readListParams(params, CONTACT_PAGE_SIZES, CONTACT_DEFAULT_PAGE_SIZE)),
  ),
];
