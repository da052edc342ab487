export { importTemplateRoute as GET } from "@/server/leads/imports/import-downloads.route";
