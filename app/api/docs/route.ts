export { docsRoute as GET } from "@/server/openapi/openapi.route";
