/** @type {import("next").NextConfig} */
export default {
  // `npm run check` has checked every type, in the tests too.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  poweredByHeader: false,
  // Starts its threads from its own files, which a bundle would not contain.
  serverExternalPackages: ["piscina"],
  experimental: {
    optimizePackageImports: ["radix-ui"],
    // Writing the cache is a third of a first build's work, and a build runs once per version.
    turbopackFileSystemCacheForBuild: false,
  },
};
