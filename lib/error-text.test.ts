import { expect, it } from "vitest";
import { whatsappErrorText } from "./error-text";
import { AppError, getCodeOfStatus } from "./errors";

it.each([
  [
    "invalid_whatsapp_number",
    "Invalid WhatsApp number format",
    "Por favor, insira um número de WhatsApp válido",
  ],
  ["invalid_whatsapp_number", "", "Por favor, insira um número de WhatsApp válido"],
  [
    "invalid_whatsapp_number",
    'Invalid WhatsApp number "1": WhatsApp number too short (minimum 10 digits)',
    "Por favor, insira um número de WhatsApp válido",
  ],
  ["invalid_input", "Some whatsapp trouble", "Erro no WhatsApp: Some whatsapp trouble"],
  ["invalid_whatsapp_number", "Número recusado", "Erro ao processar número do WhatsApp"],
  ["invalid_input", "Outra coisa", "Outra coisa"],
  [
    "insufficient_credits",
    "Insufficient credits",
    "Você não possui créditos suficientes para realizar esta operação.",
  ],
] as const)("a lead's error %s, %j, reads %j", (code, message, text) => {
  expect(whatsappErrorText(new AppError(code, message))).toBe(text);
});

it.each([
  [400, [], "invalid_input"],
  [401, ["invalid_credentials"], "invalid_credentials"],
  [401, ["insufficient_credits"], "unauthenticated"],
  [402, [], "insufficient_credits"],
  [418, [], "internal"],
  [502, [], "unavailable"],
] as const)("an error of %i without a known code is, of %j, %s", (status, likely, code) => {
  expect(getCodeOfStatus(status, likely)).toBe(code);
});
