export { leadExportRoute as GET } from "@/server/leads/lead-export.route";
