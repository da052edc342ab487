export { Loading as default } from "@/components/shared/loading";
