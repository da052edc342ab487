import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { arrayOf, Id, IdParam } from "@/lib/contracts/shared/fields";
import {
  LOSS_REASON_MAX_LENGTH,
  MOST_REST_DAYS,
  MOST_STAGES,
  STAGE_COLOURS,
  STAGE_MEANINGS,
  STAGE_NAME_MAX_LENGTH,
} from "@/lib/domain/leads/stages";
import { requiredText } from "@/lib/domain/text/required-text";

export const Stage = z.object({
  id: z.number(),
  name: z.string(),
  /** What the stage means, independent of its name. */
  meaning: z.enum(STAGE_MEANINGS),
  colour: z.enum(STAGE_COLOURS),
  /** For how many days a lead may stay there; null means no limit. */
  rest_days: z.nullable(z.number()),
  /** How many leads are in it. */
  leads: z.number(),
});
export type Stage = z.infer<typeof Stage>;

export const LossReason = z.object({ id: z.number(), name: z.string() });
export type LossReason = z.infer<typeof LossReason>;

const NO_DAYS = `Use de 1 a ${MOST_REST_DAYS} dias, ou deixe em branco.`;

const stageShape = {
  name: requiredText("Informe o nome da etapa.", STAGE_NAME_MAX_LENGTH),
  colour: z.enum(STAGE_COLOURS, { error: "Escolha uma cor." }),
  rest_days: z.nullable(
    z.number(NO_DAYS).check(z.int(NO_DAYS), z.gte(1, NO_DAYS), z.lte(MOST_REST_DAYS, NO_DAYS)),
  ),
};

export const NewStage = z.strictObject({
  ...stageShape,
  meaning: z.enum(STAGE_MEANINGS, { error: "Escolha o que a etapa significa." }),
});
export type NewStage = z.infer<typeof NewStage>;

/** The meaning stays: what was counted under it would be counted elsewhere. */
export const StageChange = z.strictObject(stageShape);
export type StageChange = z.infer<typeof StageChange>;

const StageOrder = z.strictObject({
  /** All stages of the account, in their new order. */
  ids: arrayOf(Id, { min: 1, max: MOST_STAGES, error: "Informe as etapas na ordem desejada." }),
});

const NewLossReason = z.strictObject({
  name: requiredText("Informe o motivo.", LOSS_REASON_MAX_LENGTH),
});

const Stages = z.object({ stages: z.array(Stage) });

export const stages = {
  list: endpoint({
    method: "GET",
    path: "/api/stages",
    access: "member",
    sight: "narrowed",
    summary: "My stages in their order, with how many leads each holds",
    response: Stages,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/stages",
    access: "member",
    role: "manager",
    summary: "Add a stage after the last one of its meaning",
    body: NewStage,
    status: 201,
    response: z.object({ stage: Stage }),
  }),
  // Before the paths with an id, which would match it.
  reorder: endpoint({
    method: "PUT",
    path: "/api/stages/order",
    access: "member",
    role: "manager",
    summary: "Put the stages in another order",
    body: StageOrder,
    response: Stages,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/stages/{id}",
    access: "member",
    role: "manager",
    summary: "Rename or change a stage",
    params: IdParam,
    body: StageChange,
    response: z.object({ stage: Stage }),
  }),
  remove: endpoint({
    method: "POST",
    path: "/api/stages/{id}/removal",
    access: "member",
    role: "manager",
    summary: "Remove a stage; its leads go to another one",
    params: IdParam,
    body: z.strictObject({ move_to: Id }),
    response: z.object({ moved: z.number() }),
  }),
};

export const lossReasons = {
  list: endpoint({
    method: "GET",
    path: "/api/loss_reasons",
    access: "member",
    summary: "Why deals are lost, in the account's words, by name",
    response: z.object({ loss_reasons: z.array(LossReason) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/loss_reasons",
    access: "member",
    role: "manager",
    summary: "Add a reason",
    body: NewLossReason,
    status: 201,
    response: z.object({ loss_reason: LossReason }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/loss_reasons/{id}",
    access: "member",
    role: "manager",
    summary: "Remove a reason; leads that were lost for it have none",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
};
