export { importTemplateRoute as GET } from "@/server/imports/import-downloads.route";
