import { expect, test } from "vitest";
import { describeRefusedFile, takesCaption, toSentMediaKind } from "./sent-media";

test.each([
  ["image/gif", "image"],
  ["video/mp4", "video"],
  ["audio/mp4", "audio"],
  ["video/webm", "document"],
  ["application/pdf", "document"],
  ["application/octet-stream", "document"],
  ["constructor", "document"],
])("%s is sent as %s", (mime, kind) => {
  expect(toSentMediaKind(mime)).toBe(kind);
});

test("a file that WhatsApp would not take is refused in words", () => {
  expect(describeRefusedFile("image", 16_000_000)).toBeNull();
  expect(describeRefusedFile("image", 16_000_001)).toBe("Fotos podem ter até 16 MB.");
  expect(describeRefusedFile("document", 100_000_001)).toBe("Documentos podem ter até 100 MB.");
  expect(describeRefusedFile("document", 0)).toBe("O arquivo está vazio.");
});

test("a sound has no caption", () => {
  expect(takesCaption("audio")).toBe(false);
  expect(takesCaption("document")).toBe(true);
});
