import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectMediaType, isShownInPage, UNKNOWN_TYPE } from "./media-type";

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === "string" ? [...part].map((letter) => letter.charCodeAt(0)) : part,
    ),
  );

describe("the type of a file", () => {
  it.each<[string, Uint8Array]>([
    ["image/jpeg", bytes([0xff, 0xd8, 0xff, 0xe0], "JFIF")],
    ["image/png", bytes([0x89], "PNG\r\n", [0x1a], "\n")],
    ["image/gif", bytes("GIF89a")],
    ["image/webp", bytes("RIFF", [1, 0, 0, 0], "WEBPVP8 ")],
    ["application/pdf", bytes("%PDF-1.7")],
    ["audio/ogg", bytes("OggS", [0, 2])],
    ["audio/mpeg", bytes("ID3", [4, 0])],
    ["audio/mpeg", bytes([0xff, 0xfb, 0x90, 0x64])],
    ["audio/aac", bytes([0xff, 0xf1, 0x50, 0x80])],
    ["audio/mp4", bytes([0, 0, 0, 24], "ftypM4A ")],
    ["video/mp4", bytes([0, 0, 0, 24], "ftypisom")],
    ["video/mp4", bytes([0, 0, 0, 24], "ftypmp42")],
    ["video/mp4", bytes([0, 0, 0, 24], "ftypqt  ")],
    ["video/webm", bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84], "webm")],
  ])("is %s", (type, head) => {
    expect(detectMediaType(head)).toBe(type);
    expect(isShownInPage(type)).toBe(type !== "application/pdf");
  });

  it.each<[string, Uint8Array]>([
    ["a page", bytes("<!doctype html><script>alert(1)</script>")],
    ["a drawing with a script", bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>')],
    ["a page after blanks", bytes("\n\n <html>")],
    ["XML", bytes("<?xml version='1.0'?>")],
    ["an archive, and what is made of one", bytes("PK", [3, 4])],
    ["a program", bytes("MZ")],
    ["Matroska", bytes([0x1a, 0x45, 0xdf, 0xa3], "matroska")],
    ["a HEIC picture", bytes([0, 0, 0, 24], "ftypheic")],
    ["text in UTF-16", bytes([0xff, 0xfe, 0x3c, 0x00])],
    ["a picture that begins one byte late", bytes(" ", [0xff, 0xd8, 0xff])],
    ["nothing", bytes()],
  ])("is unknown for %s", (_, head) => {
    expect(detectMediaType(head)).toBe(UNKNOWN_TYPE);
    expect(isShownInPage(UNKNOWN_TYPE)).toBe(false);
  });

  it("is never one that a browser would run", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (head) => {
        expect(detectMediaType(head)).toMatch(
          /^(?:image\/(?!svg)|video|audio|application\/(?:pdf|octet-stream))/,
        );
      }),
      { seed: 1 },
    );
  });
});
