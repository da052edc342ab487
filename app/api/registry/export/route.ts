export { registryExportRoute as GET } from "@/server/registry/registry-export.route";
