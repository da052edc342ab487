import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { IdParam } from "@/lib/contracts/shared/fields";
import { findVariableProblem } from "@/lib/domain/campaigns/template-variables";
import { MEDIA_MAX_BYTES } from "@/lib/domain/media/media-limits";
import { describeSizeLimit, FILE_NAME_MAX_LENGTH } from "@/lib/domain/media/sent-media";
import {
  CANNED_SHORTCUT_MAX_LENGTH,
  normalizeShortcut,
  SHORTCUT_PATTERN,
} from "@/lib/domain/messages/canned-answer";
import { MESSAGE_MAX_LENGTH } from "@/lib/domain/messages/message-limits";
import { requiredText } from "@/lib/domain/text/required-text";

const CannedFile = z.object({
  file_name: z.string(),
  /** What its content says. */
  mime: z.string(),
  bytes: z.number(),
});

export const CannedAnswer = z.object({
  id: z.number(),
  /** What is typed after '/': letters, digits, hyphen and underscore. */
  shortcut: z.string(),
  text: z.string(),
  /** The file that is sent with the text; its content is at CANNED_FILE_PATH. */
  file: z.nullable(CannedFile),
});
export type CannedAnswer = z.infer<typeof CannedAnswer>;

export const NewCannedAnswer = z.strictObject({
  shortcut: z
    .string({ error: "Informe o atalho." })
    .check(
      z.overwrite(normalizeShortcut),
      z.minLength(1, "Informe o atalho."),
      z.maxLength(
        CANNED_SHORTCUT_MAX_LENGTH,
        `O atalho pode ter até ${CANNED_SHORTCUT_MAX_LENGTH} caracteres.`,
      ),
      z.regex(SHORTCUT_PATTERN, "Use só letras, números, hífen e sublinhado."),
    ),
  text: requiredText("Escreva a resposta.", MESSAGE_MAX_LENGTH).check(
    z.superRefine((text, context) => {
      const message = findVariableProblem(text, "any");
      if (message) context.addIssue({ code: "custom", message, input: text });
    }),
  ),
});
export type NewCannedAnswer = z.infer<typeof NewCannedAnswer>;

/** GET, with ranges. Not an endpoint: its answer is the file. */
export const CANNED_FILE_PATH = "/api/canned_answers/{id}/file";

export const cannedAnswers = {
  list: endpoint({
    method: "GET",
    path: "/api/canned_answers",
    access: "member",
    summary: "My canned answers, by shortcut",
    response: z.object({ canned_answers: z.array(CannedAnswer) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/canned_answers",
    access: "member",
    summary: "Keep a canned answer",
    body: NewCannedAnswer,
    status: 201,
    response: z.object({ canned_answer: CannedAnswer }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/canned_answers/{id}",
    access: "member",
    summary: "Change a canned answer",
    params: IdParam,
    body: NewCannedAnswer,
    response: z.object({ canned_answer: CannedAnswer }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/canned_answers/{id}",
    access: "member",
    summary: "Delete a canned answer",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
  setFile: endpoint({
    method: "POST",
    path: "/api/canned_answers/{id}/file",
    access: "member",
    summary: "Attach a file to a canned answer, in place of the one it may have",
    params: IdParam,
    query: z.strictObject({
      file_name: requiredText("Informe o nome do arquivo.", FILE_NAME_MAX_LENGTH),
    }),
    upload: {
      maxBytes: MEDIA_MAX_BYTES.document,
      tooLarge: describeSizeLimit("document"),
      spooled: true,
    },
    response: z.object({ canned_answer: CannedAnswer }),
  }),
  removeFile: endpoint({
    method: "DELETE",
    path: "/api/canned_answers/{id}/file",
    access: "member",
    summary: "Take the file off a canned answer",
    params: IdParam,
    response: z.object({ success: z.literal(true) }),
  }),
};
