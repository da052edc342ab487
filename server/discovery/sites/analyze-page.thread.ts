import { analyzePage, type PageAnalysis } from "@/lib/domain/extraction/page-analysis";
import { decodeHtml } from "./decode-html.http";

export default function analyzePageBytes(page: {
  url: string;
  contentType: string;
  bytes: ArrayBuffer;
}): PageAnalysis {
  return analyzePage(page.url, decodeHtml(Buffer.from(page.bytes), page.contentType));
}
