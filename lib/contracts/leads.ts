import * as z from "zod/mini";
import { LEAD_STATUSES } from "@/lib/domain/lead-status";
import { endpoint } from "./endpoint";
import { Instant, Pagination, pageQuery } from "./fields";

const Text = z.nullable(z.string());

export const Lead = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(LEAD_STATUSES),
  whatsapp: Text,
  phone: Text,
  email: Text,
  website: Text,
  address: Text,
  city: Text,
  state: Text,
  cnpj: Text,
  cnae: Text,
  proprietario: Text,
  obs: Text,
  ai_obs: Text,
  source: z.string(),
  created_at: Instant,
});
export type Lead = z.infer<typeof Lead>;

export const LEAD_PAGE_SIZES = [10, 20, 50, 100, 200] as const;

export const LeadQuery = z.object(pageQuery({ default: 10, max: 200 }));

export const LeadStatistics = z.object({
  total: z.number(),
  sent: z.number(),
  answered: z.number(),
  closed: z.number(),
  pending: z.number(),
  failed: z.number(),
});
export type LeadStatistics = z.infer<typeof LeadStatistics>;

export const leads = {
  list: endpoint({
    method: "GET",
    path: "/api/leads",
    access: "member",
    summary: "One page of leads, newest first",
    query: LeadQuery,
    response: z.object({ leads: z.array(Lead), pagination: Pagination }),
  }),
  stats: endpoint({
    method: "GET",
    path: "/api/leads/stats",
    access: "member",
    summary: "How many leads stand in each status group",
    response: z.object({ statistics: LeadStatistics }),
  }),
};
