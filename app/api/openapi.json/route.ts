export { openApiRoute as GET } from "@/server/openapi/openapi.route";
