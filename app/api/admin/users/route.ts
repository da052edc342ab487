import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { listPeople } from "@/server/backoffice/admin/people.service";
import { route } from "@/server/platform/http/route";

export const GET = route(billingAdmin.people, ({ query }) => listPeople(query));
