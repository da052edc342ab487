import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { digestOf, listSources, PAGES } from "@/scripts/sources.mjs";

const root = join(import.meta.dirname, "../..");

/**
 * Carries out the Dockerfile's steps without Docker: each stage is a folder, filled by its COPY lines from what
 * .dockerignore lets in. `npm ci` links the packages of this checkout that the lock file means, and pages are this
 * checkout's, provided that the stage has the same sources; processes are compiled in the stage.
 */
export function buildImage() {
  const base = mkdtempSync(join(tmpdir(), "garimpo-image-"));
  chmodSync(base, 0o755);
  const remove = () => rmSync(base, { recursive: true, force: true });
  try {
    return { ...fillStages(base), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function fillStages(base: string): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const [instruction, text] of readInstructions()) {
    if (instruction === "FROM") {
      const [from = "", name = ""] = text.split(/\s+AS\s+/);
      stage = openStage(join(base, name), stages.get(from));
      stages.set(name, stage);
    } else if (stage) carryOut(stage, instruction, text, stages);
  }
  if (!stage) throw new Error("The Dockerfile has no stage");
  return stage;
}

interface Stage {
  /** The image's '/'. */
  folder: string;
  workdir: string;
  env: Record<string, string>;
  /** Unset: root. */
  user?: string;
  healthcheck: string[];
  command: string[];
}

/** The account of `USER node`, which owns nothing of this checkout. */
export const IMAGE_USER = { uid: 1000, gid: 1000 };

function openStage(folder: string, from?: Stage): Stage {
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    workdir: from?.workdir ?? "/",
    env: { ...from?.env },
    healthcheck: [],
    command: [],
  };
}

/** Instructions with their continued lines, without comments. */
function readInstructions(): [string, string][] {
  const text = readFileSync(join(root, "Dockerfile"), "utf8")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n/g, " ");
  return [...text.matchAll(/^([A-Z]+)\s+(.+)$/gm)].map(([, instruction = "", rest = ""]) => [
    instruction,
    rest.replace(/\s+/g, " ").trim(),
  ]);
}

function carryOut(stage: Stage, instruction: string, text: string, stages: Map<string, Stage>) {
  if (instruction === "WORKDIR") {
    stage.workdir = text;
    mkdirSync(join(stage.folder, text), { recursive: true });
  } else if (instruction === "ENV" || instruction === "ARG") {
    for (const [, name = "", value = ""] of text.matchAll(/(\w+)=(\S*)/g)) stage.env[name] = value;
  } else if (instruction === "COPY") copy(stage, text, stages);
  else if (instruction === "RUN") {
    for (const command of text.replace(/--mount=\S+ /g, "").split(" && ")) run(stage, command);
  } else if (instruction === "USER") stage.user = text;
  else if (instruction === "CMD") stage.command = JSON.parse(text);
  else if (instruction === "HEALTHCHECK")
    stage.healthcheck = JSON.parse(text.slice(text.indexOf("[")));
  else if (instruction !== "EXPOSE") throw new Error(`Nothing here knows ${instruction}`);
}

function copy(stage: Stage, text: string, stages: Map<string, Stage>) {
  const words = text.split(" ");
  const options = words.filter((word) => word.startsWith("--"));
  const paths = words.filter((word) => !word.startsWith("--"));
  const to = paths.pop() ?? "";
  const fromStage = /--from=(\S+)/.exec(options.join(" "))?.[1];
  const unknown = options.filter((option) => !option.startsWith("--from="));
  if (unknown.length > 0) throw new Error(`Nothing here knows COPY ${unknown.join(" ")}`);
  const source = fromStage === undefined ? undefined : stages.get(fromStage);
  for (const path of paths) {
    const from = source ? join(source.folder, path) : join(root, path);
    const files = source ? listFiles(from) : findContext(path);
    if (files.length === 0) throw new Error(`COPY ${path}: there is nothing of it`);
    const isFolder = lstatSync(from).isDirectory();
    const target = join(
      stage.folder,
      stage.workdir,
      to,
      isFolder ? "" : to.endsWith("/") ? basename(path) : "",
    );
    for (const file of files) place(file, join(target, relative(from, file)));
  }
}

/** The files below `path` that .dockerignore sends to the build. A clean checkout has no generated client yet. */
function findContext(path: string): string[] {
  const rules = readFileSync(join(root, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), pattern: toPattern(line.replace(/^!/, "")) }));
  const tops = path === "." ? readdirSync(root) : [path];
  const isSent = (file: string) =>
    rules.reduce((sent, { keeps, pattern }) => (pattern.test(file) ? keeps : sent), true);
  return tops
    .filter((top) => isSent(top.split("/")[0] ?? "") && existsSync(join(root, top)))
    .flatMap((top) => listFiles(join(root, top)))
    .filter((file) => !relative(root, file).startsWith("server/platform/db/generated/"))
    .filter((file) => isSent(relative(root, file)));
}

function toPattern(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(?:.*/)?"));
  return new RegExp(`^${source}(?:/.*)?$`);
}

function listFiles(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Links what is only read: the image's user may not write to it. */
function place(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { force: true });
  if (lstatSync(from).isSymbolicLink()) return symlinkSync(readlinkSync(from), to);
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    copyFileSync(from, to);
  }
}

/** Gives a folder or a file to the image's user, where this process may. */
function own(path: string) {
  if (process.getuid?.() !== 0) return;
  const below = lstatSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" })
    : [];
  for (const each of ["", ...below]) lchownSync(join(path, each), IMAGE_USER.uid, IMAGE_USER.gid);
}

/** Every command of the Dockerfile's RUN lines, by its text: one that is not here has to be thought about. */
function run(stage: Stage, command: string) {
  const at = (path: string) => join(stage.folder, path.startsWith("/") ? "" : stage.workdir, path);
  const [, path = ""] = /^(?:rm -rf|mkdir|chown node:node) (\S+)$/.exec(command) ?? [];
  if (command.startsWith("rm -rf ")) rmSync(at(path), { recursive: true, force: true });
  else if (command.startsWith("mkdir ")) mkdirSync(at(path));
  else if (command.startsWith("chown node:node ")) {
    own(at(path));
  } else if (command === "npm ci --ignore-scripts") {
    symlinkSync(join(root, "node_modules"), at("node_modules"));
  } else if (command === "npm ci --omit=dev --ignore-scripts") linkPackages(at("node_modules"));
  else if (/^node scripts\/(?:build|generate-client|slim-packages)\.mjs$/.test(command)) {
    if (command.includes("build")) copyPages(stage, at(".next"));
    const { status, stderr } = runNode(stage, [command.replace("node ", "")]);
    if (status !== 0) throw new Error(stderr);
  } else throw new Error(`Nothing here knows how to RUN ${command}`);
}

function runNode(stage: Stage, args: string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, args, {
    cwd: join(stage.folder, stage.workdir),
    env: { NODE_ENV: "production", PATH: process.env["PATH"], ...stage.env },
    encoding: "utf8",
  });
}

/** What `npm ci --omit=dev` installs, from the packages that are here. */
function linkPackages(folder: string) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  const wanted = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);
  for (const [path, { optional }] of wanted) {
    const from = join(root, path);
    // Those of other platforms.
    if (optional && !existsSync(from)) continue;
    // A package's own node_modules are entries of their own.
    for (const entry of readdirSync(from)) {
      if (entry === "node_modules") continue;
      for (const file of listFiles(join(from, entry))) {
        place(file, join(folder, "..", path, relative(from, file)));
      }
    }
  }
}

/** @throws Error when the stage would build something else than this checkout */
function copyPages(stage: Stage, to: string) {
  const checkout = join(stage.folder, stage.workdir);
  const [inStage, here] = [checkout, root].map((each) => new Set(listSources(each, PAGES)));
  const missing = [...(here ?? [])].filter((file) => !inStage?.has(file));
  const digest = digestOf(checkout, [...(inStage ?? [])]);
  const built = readFileSync(join(root, PAGES.mark), "utf8");
  if (missing.length > 0) throw new Error(`The image is built without ${missing.join(", ")}`);
  if (digest !== built) throw new Error("This checkout's build is of other sources: npm run build");
  cpSync(join(root, ".next"), to, {
    recursive: true,
    filter: (file) => !/\.next\/(?:cache|dev)$/.test(file),
  });
}
