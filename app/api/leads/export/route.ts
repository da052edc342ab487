export { leadExportRoute as GET } from "@/server/lead-search/lead-export.route";
