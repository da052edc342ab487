import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { MEDIA_MAX_BYTES } from "@/lib/domain/media/media-limits";
import { listEntries } from "@/scripts/compile.mjs";
import { parseEnv } from "@/server/platform/env";
import { pathsRead, type Validate } from "./kubernetes-schemas";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "deploy/kubernetes");
const require = createRequire(import.meta.url);

interface Container {
  name: string;
  image: string;
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  envFrom: object[];
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
  resources: { requests: { memory: string }; limits: { memory: string } };
  [probe: `${string}Probe`]: { httpGet?: { path: string; port: string } } | undefined;
}

interface Pod {
  terminationGracePeriodSeconds?: number;
  securityContext: object;
  containers: Container[];
  volumes: { name: string; persistentVolumeClaim?: { claimName: string }; emptyDir?: object }[];
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own, which its schema checks.
  spec: any;
}

const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".yaml"),
);
const manifests = files
  .filter((name) => !name.endsWith("kustomization.yaml"))
  .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), "utf8")))
  .map((document) => document.toJS() as Manifest);

function find(kind: string, name: string): Manifest {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
}

const workloads = manifests
  .filter(({ kind }) => kind === "Deployment" || kind === "Job")
  .map((manifest) => ({
    name: manifest.metadata.name,
    manifest,
    pod: manifest.spec.template.spec as Pod,
  }));
const containers = workloads.flatMap(({ name, pod }) =>
  pod.containers.map((container) => ({ name, pod, container })),
);

function loadSchema({ apiVersion, kind }: Manifest): Validate {
  const { [kind]: Model } = require(`kubernetes-models/${apiVersion}/${kind}`);
  return (data) => Model.prototype.validate.call(data);
}

describe("Kubernetes' own schemas", () => {
  for (const manifest of manifests) {
    test(`${manifest.kind} ${manifest.metadata.name}`, () => {
      const validate = loadSchema(manifest);
      expect(() => validate(manifest)).not.toThrow();
      expect(pathsUnknown(manifest), "nobody reads these fields: they are misspelt").toEqual([]);
    });
  }

  test("tell a wrong type and a name that does not exist", () => {
    const web = structuredClone(find("Deployment", "garimpo-web"));
    const validate = loadSchema(web);
    web.spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem = true;
    expect(pathsUnknown(web)).toEqual([
      "spec.template.spec.containers.0.securityContext.readOnlyRootFileSystem",
    ]);
    web.spec.replicas = "two";
    expect(() => validate(web)).toThrow(/replicas must be integer/);
  });
});

function pathsUnknown(manifest: Manifest): string[] {
  const read = pathsRead(manifest, loadSchema(manifest));
  return listPaths(manifest).filter((path) => !read.has(path));
}

function listPaths(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const below = path === "" ? key : `${path}.${key}`;
    return [below, ...listPaths(each, below)];
  });
}

test("kustomize puts each folder together, where its program is here to do so", ({ skip }) => {
  if (spawnSync("kubectl", ["version", "--client"]).status !== 0) skip("no kubectl here");
  for (const each of ["settings", "migrate", "run"]) {
    const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", join(folder, each)], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).not.toMatch(/image: garimpo$/m);
  }
});

test("every file is in its folder's kustomization, but the template of secrets", () => {
  const listed = files
    .filter((name) => name.endsWith("kustomization.yaml"))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      const { resources = [] } = parseAllDocuments(text)[0]?.toJS() ?? {};
      return [name, ...resources.map((each: string) => name.replace("kustomization.yaml", each))];
    });
  expect([...listed, "settings/secret.template.yaml"].sort()).toEqual(files.sort());
});

const settings = find("ConfigMap", "garimpo").data ?? {};
const secrets = find("Secret", "garimpo").stringData ?? {};

test("settings are ones that a process knows, and no secret is among them", () => {
  expect(Object.values(secrets).join("")).toBe("");
  const filled = {
    DATABASE_URL: "postgresql://garimpo@postgres.example/garimpo",
    REDIS_URL: "redis://redis.example:6379",
    AUTH_SECRET: "s".repeat(32),
    METRICS_TOKEN: "m".repeat(16),
    SMTP_URL: "smtp://mail.example",
  };
  expect(Object.keys(secrets).sort()).toEqual(Object.keys(filled).sort());
  expect(() => parseEnv({ ...settings, ...secrets })).toThrow(/AUTH_SECRET/);
  const env = parseEnv({ ...settings, ...filled });
  for (const name of [...Object.keys(settings), ...Object.keys(secrets)])
    expect(Object.keys(env), name).toContain(name);
  for (const { name, container } of containers)
    expect(container.envFrom, name).toEqual([
      { configMapRef: { name: "garimpo" } },
      { secretRef: { name: "garimpo" } },
    ]);
});

describe("pods", () => {
  test("two webs, three workers, one migration", () => {
    expect(
      workloads.map(({ name, manifest }) => [name, manifest.spec.replicas ?? 1]).sort(),
    ).toEqual([
      ["garimpo-migrate", 1],
      ["garimpo-web", 2],
      ["garimpo-worker", 3],
    ]);
  });

  test.each(containers)("$name runs without root, on files that it cannot change", (each) => {
    expect(each.pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: "RuntimeDefault" },
      },
    });
    expect(each.container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    const mounts = each.container.volumeMounts;
    expect(mounts.map(({ name }) => name).sort()).toEqual(
      each.pod.volumes.map(({ name }) => name).sort(),
    );
    expect(mounts.map(({ mountPath }) => mountPath)).toContain("/tmp");
    for (const { emptyDir, persistentVolumeClaim } of each.pod.volumes) {
      if (emptyDir) expect(emptyDir).toHaveProperty("sizeLimit");
      else find("PersistentVolumeClaim", persistentVolumeClaim?.claimName ?? "none");
    }
  });

  test.each(containers)(
    "$name runs what package.json and the image have",
    ({ name, container }) => {
      expect(container.image).toBe("garimpo");
      const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
      const image = readFileSync(join(root, "Dockerfile"), "utf8");
      const command =
        container.command?.join(" ") ?? JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? "").join(" ");
      expect(command).toBe(scripts[name.replace("garimpo-", "")]);
      const [file = "", program] = command.split(" ").slice(-2);
      expect(listEntries()).toContain(`${program}.ts`);
      const folders = [...image.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, from = ""]) =>
        from.split(" "),
      );
      expect(
        folders.some((from) => file === from || file.startsWith(`${from}/`)),
        file,
      ).toBe(true);
    },
  );

  test("mounts are where the settings, the image and Next keep what they write", () => {
    const image = readFileSync(join(root, "Dockerfile"), "utf8");
    const workdir = /^WORKDIR (\S+)$/m.exec(image)?.[1];
    const mountsOf = (name: string) =>
      containers
        .find((each) => each.name === name)
        ?.container.volumeMounts.map(({ mountPath }) => mountPath)
        .sort();
    const media = settings["MEDIA_DIR"];
    expect(settings["REGISTRY_DIR"]?.startsWith(`${media}/`)).toBe(true);
    expect(mountsOf("garimpo-web")).toEqual([`${workdir}/.next/cache`, media, "/tmp"].sort());
    expect(mountsOf("garimpo-worker")).toEqual([media, "/tmp"].sort());
  });

  test("the time to end is what main.ts takes, and what happens before it", () => {
    const graceOf = (file: string) => {
      const [, text = ""] =
        /GRACE_MS = ([\d_]+)/.exec(readFileSync(join(root, file), "utf8")) ?? [];
      return Number(text.replaceAll("_", "")) / 1000;
    };
    const podOf = (name: string) => find("Deployment", name).spec.template.spec;
    const web = podOf("garimpo-web");
    const { seconds } = web.containers[0].lifecycle.preStop.sleep;
    expect(web.terminationGracePeriodSeconds).toBeGreaterThan(seconds + graceOf("server/main.ts"));
    expect(podOf("garimpo-worker").terminationGracePeriodSeconds).toBeGreaterThan(
      graceOf("workers/main.ts"),
    );
  });
});

describe("the way to a pod", () => {
  test("ports are those that processes listen on", () => {
    const image = readFileSync(join(root, "Dockerfile"), "utf8");
    const ports = containers.flatMap(({ name, container }) =>
      (container.ports ?? []).map((port) => [name, port.name, String(port.containerPort)]),
    );
    expect(ports.sort()).toEqual([
      ["garimpo-web", "http", /PORT=(\d+)/.exec(image)?.[1]],
      ["garimpo-worker", "metrics", settings["METRICS_PORT"]],
    ]);
  });

  test("services and budgets choose pods that exist, and leave the last one", () => {
    for (const { kind, metadata, spec } of manifests) {
      if (kind !== "Service" && kind !== "PodDisruptionBudget") continue;
      const { spec: chosen } = find("Deployment", metadata.name);
      const labels = kind === "Service" ? spec.selector : spec.selector.matchLabels;
      expect(chosen.selector.matchLabels, metadata.name).toEqual(labels);
      expect(chosen.template.metadata.labels, metadata.name).toMatchObject(labels);
      if (kind === "PodDisruptionBudget") expect(spec.minAvailable).toBeLessThan(chosen.replicas);
      for (const { targetPort } of spec.ports ?? [])
        expect(chosen.template.spec.containers[0].ports).toContainEqual(
          expect.objectContaining({ name: targetPort }),
        );
    }
  });

  test("the web is asked for its health, never whether some worker is there", () => {
    const web = containers.find(({ name }) => name === "garimpo-web")?.container;
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"] as const)
      expect(web?.[probe]?.httpGet).toEqual({ path: "/api/health", port: "http" });
    for (const path of ["/api/health", "/api/stream"])
      expect(existsSync(join(root, "app", path, "route.ts")), path).toBe(true);
  });

  test("the ingress lets files through, waits as long as a request may take, and never holds a stream", () => {
    const annotationsOf = (name: string) => {
      const { annotations } = find("Ingress", name).metadata;
      return (word: string) => annotations?.[`nginx.ingress.kubernetes.io/${word}`];
    };
    const all = annotationsOf("garimpo");
    const bytes = Number.parseInt(all("proxy-body-size") ?? "", 10) * 2 ** 20;
    expect(bytes).toBeGreaterThan(Math.max(...Object.values(MEDIA_MAX_BYTES)));
    expect(all("proxy-request-buffering")).toBe("off");
    expect(Number(all("proxy-read-timeout"))).toBeGreaterThanOrEqual(300);
    expect(annotationsOf("garimpo-stream")("proxy-buffering")).toBe("off");
    const [rule] = find("Ingress", "garimpo-stream").spec.rules;
    expect(rule.http.paths[0]).toMatchObject({ path: "/api/stream", pathType: "Exact" });
    const host = new URL(settings["APP_URL"] ?? "").host;
    for (const name of ["garimpo", "garimpo-stream"])
      expect(find("Ingress", name).spec.rules[0].host).toBe(host);
  });
});
