/** @type {import("next").NextConfig} */
export default {
  turbopack: { root: import.meta.dirname },
  poweredByHeader: false,
  experimental: { optimizePackageImports: ["radix-ui"] },
};
