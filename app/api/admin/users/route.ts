import { billingAdmin } from "@/lib/contracts/billing-admin";
import { listPeople } from "@/server/admin/people.service";
import { route } from "@/server/http/route";

export const GET = route(billingAdmin.people, ({ query }) => listPeople(query));
