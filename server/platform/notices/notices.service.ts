import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRoot } from "@/server/platform/root";

interface Installed {
  version?: string;
  license?: string;
  dev?: boolean;
}

const NOTICE = /^(?:licen[cs]e|notice|copying)(?:[.-].*)?$/i;
const MOST_CHARACTERS = 50_000;
const RULE = `\n\n${"=".repeat(78)}\n`;

/**
 * The licences of this installation's packages, with the notices in their folders: a distributor of the product has to
 * pass them on, see docs/licences.md. Packages that are not installed, such as those of tests, are left out.
 */
export async function readNotices(): Promise<string> {
  const root = findRoot();
  const { packages } = JSON.parse(
    await readFile(join(root, "node_modules/.package-lock.json"), "utf8"),
  ) as { packages: Record<string, Installed> };
  const sections: string[] = [];
  for (const [folder, { version, license, dev }] of Object.entries(packages).sort()) {
    const files = dev ? null : await readdir(join(root, folder)).catch(() => null);
    if (files === null) continue;
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    const texts = [`${name} ${version ?? ""}\nLicença: ${license ?? "veja o texto"}`];
    for (const file of files.filter((each) => NOTICE.test(each)).sort()) {
      const text = await readFile(join(root, folder, file), "utf8").catch(() => "");
      texts.push(text.slice(0, MOST_CHARACTERS).trim());
    }
    sections.push(texts.filter(Boolean).join("\n\n"));
  }
  return `${[HEAD, ...sections].join(RULE)}\n`;
}

const HEAD =
  "O Garimpo usa os programas abaixo, cada um sob a licença dos seus autores. O próprio Garimpo não está licenciado a ninguém: todos os direitos reservados.";
