import * as z from "zod/mini";
import { arrayOf } from "@/lib/contracts/shared/fields";
import { parseTimeOfDay } from "@/lib/domain/campaigns/pacing";
import { findVariableProblem } from "@/lib/domain/campaigns/template-variables";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";

export const NO_MESSAGE = "Adicione pelo menos uma mensagem!";

export const Message = z.string({ error: NO_MESSAGE }).check(
  z.trim(),
  z.maxLength(
    MESSAGE_MAX_LENGTH,
    `Cada mensagem pode ter no máximo ${MESSAGE_MAX_LENGTH} caracteres!`,
  ),
  z.superRefine((text, context) => {
    const message = findVariableProblem(text, "any");
    if (message) context.addIssue({ code: "custom", message, input: text });
  }),
);

function wholeNumber(min: number, max: number, error: string) {
  return z.optional(z.number({ error }).check(z.int(error), z.gte(min, error), z.lte(max, error)));
}

export const TimeOfDay = z.string().check(
  z.maxLength(5),
  z.refine((text) => parseTimeOfDay(text) !== null, "Use HH:MM."),
);

/** How much slower than the installation a campaign writes; see lib/domain/campaigns/pacing. */
export const Pacing = z.strictObject({
  pause_min_seconds: wholeNumber(0, 3_600, "De 0 a 3600 segundos."),
  pause_max_seconds: wholeNumber(0, 3_600, "De 0 a 3600 segundos."),
  hourly_cap: wholeNumber(1, 1_000, "De 1 a 1000 mensagens."),
  daily_cap: wholeNumber(1, 1_000, "De 1 a 1000 mensagens."),
  window_from: z.optional(TimeOfDay),
  window_to: z.optional(TimeOfDay),
  weekdays: z.optional(
    arrayOf(z.number().check(z.int(), z.gte(1), z.lte(7)), {
      min: 1,
      max: 7,
      error: "Escolha ao menos um dia da semana.",
    }),
  ),
});
export type Pacing = z.infer<typeof Pacing>;
