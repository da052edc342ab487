import { billingAdmin } from "@/lib/contracts/billing/billing-admin";
import { readPerson } from "@/server/backoffice/admin/people.service";
import { route } from "@/server/platform/http/route";

export const GET = route(billingAdmin.person, ({ params }) => readPerson(params.userId));
