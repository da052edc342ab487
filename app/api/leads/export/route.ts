export { leadExportRoute as GET } from "@/server/leads/lead-table/lead-export.route";
