import * as z from "zod/mini";
import { LIST_STATUSES } from "@/lib/domain/search";
import { endpoint } from "./endpoint";
import { Instant, Pagination, pageQuery } from "./fields";

export const List = z.object({
  id: z.number(),
  name: z.string(),
  source: z.string(),
  query: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  status: z.enum(LIST_STATUSES),
  total_leads: z.number(),
  created_at: Instant,
  completed_at: z.nullable(Instant),
});
export type List = z.infer<typeof List>;

export const ListQuery = z.object(pageQuery({ default: 10, max: 200 }));

export const lists = {
  list: endpoint({
    method: "GET",
    path: "/api/lists",
    access: "member",
    summary: "One page of lists, newest first",
    query: ListQuery,
    response: z.object({ lists: z.array(List), pagination: Pagination }),
  }),
};
