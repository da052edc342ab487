import { billingAdmin } from "@/lib/contracts/billing-admin";
import { readPerson } from "@/server/admin/people.service";
import { route } from "@/server/http/route";

export const GET = route(billingAdmin.person, ({ params }) => readPerson(params.userId));
