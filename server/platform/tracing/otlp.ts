import {
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import { logger } from "@/server/platform/logger";
import { outsideWork, type StartSpan } from "@/server/platform/work";

/** Spans that wait; more are dropped. */
const MOST_WAITING = 2_048;
const MOST_AT_ONCE = 512;
const EVERY_MS = 2_000;
/** An export and its repetitions; spans wait meanwhile. */
const EXPORT_WITHIN_MS = 10_000;
const COMPLAIN_EVERY_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
} as const;

/**
 * Spans by OTLP over HTTP, as JSON. Imported only where an address is set: the SDK takes memory and time to load.
 * Headers and the sampler are the standard variables', which the SDK reads itself.
 */
export function createOtlp(endpoint: string, process: "web" | "worker") {
  const exporter = complainRarely(
    new OTLPTraceExporter({
      url: `${endpoint}${endpoint.endsWith("/") ? "" : "/"}v1/traces`,
      timeoutMillis: EXPORT_WITHIN_MS,
    }),
  );
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": `garimpo-${process}` }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: MOST_AT_ONCE,
        scheduledDelayMillis: EVERY_MS,
        exportTimeoutMillis: EXPORT_WITHIN_MS + 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer("garimpo");
  const start: StartSpan = (name, kind, traceparent) => {
    const parent = traceparent && readTraceparent(traceparent);
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind: KINDS[kind] }, context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
      end(attributes, failed) {
        span.setAttributes(attributes);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return { start, close: () => provider.shutdown() };
}

function readTraceparent(traceparent: string): SpanContext {
  const [, traceId = "", spanId = "", flags = ""] = traceparent.split("-");
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/**
 * Spans for an unreachable collector are lost, which is logged at most once a minute: it is not a failure of the
 * application.
 */
function complainRarely(exporter: SpanExporter): SpanExporter {
  let lost = 0;
  let complainedAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0) {
          lost += spans.length;
          if (performance.now() - complainedAt >= COMPLAIN_EVERY_MS) {
            const line = { lost, error: result.error?.message ?? "no answer" };
            outsideWork(() => logger.warn(line, "traces not delivered"));
            complainedAt = performance.now();
            lost = 0;
          }
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
