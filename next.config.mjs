import { PHASE_PRODUCTION_BUILD } from "next/constants.js";

/**
 * @param {string} phase
 * @returns {Promise<import("next").NextConfig>}
 */
export default async (phase) => ({
  // `npm run check` has checked every type, in the tests too.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root: import.meta.dirname,
    ...(phase === PHASE_PRODUCTION_BUILD && { resolveAlias: await findBrowserAliases() }),
  },
  poweredByHeader: false,
  // Where the front door runs, it serves the API's routes itself. Built by Next too, they would be most of a build's size.
  // biome-ignore lint/style/noProcessEnv: set by scripts/build.mjs, and no setting of an installation.
  pageExtensions: process.env.GARIMPO_PAGES_ONLY ? ["tsx"] : ["tsx", "ts"],
  // piscina starts its threads from its own files, which a bundle would not contain; baileys is the worker's, and names
  // optional packages that are not there.
  serverExternalPackages: ["piscina", "baileys"],
  // Pages use no optimised images: without this, anyone can have `/_next/image` scale pictures.
  images: { unoptimized: true },
  experimental: {
    optimizePackageImports: ["radix-ui"],
    // Opened from another screen, a page holds no data: one that was opened before is shown without asking the server.
    staleTimes: { dynamic: 300 },
    // Pages are loaded when somebody asks for them.
    preloadEntriesOnStart: false,
    // Writing the cache is a third of a first build's work, and a build runs once per version.
    turbopackFileSystemCacheForBuild: false,
    // Nothing reads them once it is built, and they are three quarters of its size.
    turbopackSourceMaps: phase !== PHASE_PRODUCTION_BUILD,
  },
});

/** Only a build has the sources that tell what the browser needs. */
async function findBrowserAliases() {
  const { bundleZod } = await import("./scripts/bundle-zod.mjs");
  return { "zod/mini": { browser: await bundleZod() } };
}
