import { describe, expect, it } from "vitest";
import { findWhatsappAddresses, findWhatsappNumber } from "./whatsapp-address";

describe("WhatsApp addresses", () => {
  it.each([
    ["https://wa.me/5519987654321", "5519987654321"],
    ["//wa.me/5519987654321?text=Oi%2019", "5519987654321"],
    ["http://wa.me/+55 (19) 98765-4321", "+55 (19) 98765-4321"],
    ["https://wa.me/c/5519987654321", "5519987654321"],
    ["https://wa.me/p/4242424242/5519987654321", "5519987654321"],
    ["https://api.whatsapp.com/send?phone=5519987654321&text=Oi", "5519987654321"],
    ["https://api.whatsapp.com/send/?text=Oi&amp;phone=%2B55+19+98765-4321", "+55 19 98765-4321"],
    ["https://web.whatsapp.com/send?text=Oi&phone=5519987654321", "5519987654321"],
    ["https://wa.me//5519987654321?text=Oi", "5519987654321"],
    ["https://wa.me///5519987654321", "5519987654321"],
    ["https://api.whatsapp.com//send?phone=5519987654321", "5519987654321"],
    ["https://wa.me/558007701234", "558007701234"],
    ["whatsapp://send?phone=5519987654321", "5519987654321"],
    ["https://wa.me/message/K7QZ2T4MXAB5P1", null],
    ["https://wa.me/qr/K7QZ2T4MXAB5P1", null],
    ["https://chat.whatsapp.com/Hj3kLm9QwErT5yUiOp1AsD", null],
    ["https://api.whatsapp.com/send?text=Veja%2019987654321", null],
    ["https://wa.me/?text=Oi", null],
    ["https://wa.me.golpe.com/5519987654321", null],
    ["https://padaria.com.br/wa.me/5519987654321", null],
  ])("%s", (href, number) => {
    expect(findWhatsappNumber(href)).toBe(number);
  });

  it("are found inside handlers and scripts", () => {
    expect(findWhatsappAddresses("window.open('https://wa.me/5519987654321','_blank')")).toEqual([
      "https://wa.me/5519987654321",
    ]);
    expect(
      findWhatsappAddresses(
        String.raw`{"url":"https:\/\/api.whatsapp.com\/send?phone=5519987654321"}`,
      ),
    ).toEqual(["https://api.whatsapp.com/send?phone=5519987654321"]);
  });
});
