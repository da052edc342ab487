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
  // piscina starts its threads from its own files, which a bundle would not contain; baileys is the worker's, and names
  // optional packages that are not there.
  serverExternalPackages: ["piscina", "baileys"],
  // Pages use no optimised images: without this, anyone can have `/_next/image` scale pictures.
  images: { unoptimized: true },
  experimental: {
    optimizePackageImports: ["radix-ui"],
    // Next would load every route of the API too, each with a copy of what it needs: 130 MB that nothing uses, because
    // the front door serves the API itself.
    preloadEntriesOnStart: false,
    // Writing the cache is a third of a first build's work, and a build runs once per version.
    turbopackFileSystemCacheForBuild: false,
  },
});

/** Only a build has the sources that tell what the browser needs. */
async function findBrowserAliases() {
  const { bundleZod } = await import("./scripts/bundle-zod.mjs");
  return { "zod/mini": { browser: await bundleZod() } };
}
