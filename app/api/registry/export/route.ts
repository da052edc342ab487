export { registryExportRoute as GET } from "@/server/registry/registry/registry-export.route";
