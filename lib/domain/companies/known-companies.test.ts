import { describe, expect, it } from "vitest";
import { type CompanyKeys, KnownCompanies } from "./known-companies";

const keys = (some: Partial<CompanyKeys>): CompanyKeys => ({
  cnpj: null,
  phoneKey: null,
  siteHost: null,
  ...some,
});

function knowing(...companies: Partial<CompanyKeys>[]) {
  const known = new KnownCompanies<number>();
  for (const [nth, each] of companies.entries()) known.add(keys(each), nth);
  return (some: Partial<CompanyKeys>) => known.find(keys(some));
}

describe("a company is known", () => {
  it("by its CNPJ before its number before its host", () => {
    const find = knowing({ siteHost: "a" }, { phoneKey: "1" }, { cnpj: "x" });
    expect(find({ cnpj: "x", phoneKey: "1", siteHost: "a" })).toBe(2);
    expect(find({ cnpj: "y", phoneKey: "1", siteHost: "a" })).toBe(1);
    expect(find({ phoneKey: "2", siteHost: "a" })).toBe(0);
    expect(find({ phoneKey: "2", siteHost: "b" })).toBeNull();
    expect(find({})).toBeNull();
  });

  it("by its number unless it has another CNPJ", () => {
    const find = knowing({ cnpj: "x", phoneKey: "1" });
    expect(find({ phoneKey: "1" })).toBe(0);
    expect(find({ cnpj: "y", phoneKey: "1" })).toBeNull();
  });

  it("by its host unless it has another CNPJ or number, and then as the first that fits", () => {
    const find = knowing(
      { phoneKey: "1", siteHost: "a" },
      { cnpj: "x", siteHost: "a" },
      { siteHost: "a" },
    );
    expect(find({ siteHost: "a" })).toBe(0);
    expect(find({ phoneKey: "2", siteHost: "a" })).toBe(1);
    expect(find({ cnpj: "y", phoneKey: "2", siteHost: "a" })).toBe(2);
  });

  it("not by what it lacks, and as the first that was added", () => {
    const find = knowing({ cnpj: "x", phoneKey: "1" }, { cnpj: "x", phoneKey: "2" }, {});
    expect(find({})).toBeNull();
    expect(find({ cnpj: "x" })).toBe(0);
    const sharing = knowing({ cnpj: "x", phoneKey: "1" }, { phoneKey: "1" });
    expect(sharing({ phoneKey: "1" })).toBe(0);
  });

  it("knows whether any company has a number", () => {
    const known = new KnownCompanies<number>();
    known.add(keys({ cnpj: "x", phoneKey: "1" }), 1);
    expect(known.holdsNumber("1")).toBe(true);
    expect(known.holdsNumber("2")).toBe(false);
    expect(known.holdsNumber(null)).toBe(false);
  });
});
