import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes as OtelAttributes,
  type Context,
  DiagLogLevel,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  defaultTextMapGetter,
  diag,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Attributes, Span, SpanOptions, Tracer } from './tracing.ts'

/** What is sent, and to whom: the standard variables of OpenTelemetry. */
export type TracingSettings = NonNullable<Config['tracing']>

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, producer: SpanKind.PRODUCER }
const warnEveryMs = 60_000

/** The span that runs, for what it calls. */
interface Running {
  context: Context
  ids: SpanContext
  isOver: boolean
}

/** OpenTelemetry's SDK as a tracer. Spans wait in a queue of 2,048; when the collector doesn't take them, more are dropped. */
export function openTelemetry(
  settings: TracingSettings,
  log: Logger,
): { tracer: Tracer; flush(): Promise<void>; shutdown(): Promise<void> } {
  reportTo(log)
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes({ 'service.name': settings.serviceName })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: settings.url }) })],
  })
  const otel = provider.getTracer('steward')
  const propagator = new W3CTraceContextPropagator()
  const running = new AsyncLocalStorage<Running>()

  function start(name: string, { kind, attributes, headers, startMs, isPart }: SpanOptions): Span | undefined {
    const parent = running.getStore()
    // What goes on after the end of what began it, such as a timer, is a trace of its own.
    const isLate = parent?.isOver === true && startMs === undefined
    if (isPart && (parent === undefined || isLate)) return undefined
    const inside = parent === undefined || isLate ? ROOT_CONTEXT : parent.context
    const context = headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : inside
    const links = isLate ? [{ context: parent.ids }] : []
    const span = otel.startSpan(name, { kind: kinds[kind], attributes: known(attributes), startTime: startMs, links }, context)
    const own: Running = { context: trace.setSpan(context, span), ids: span.spanContext(), isOver: false }
    return {
      set: (more) => void span.setAttributes(known(more)),
      fail(reason) {
        span.setAttribute('error.type', reason)
        span.setStatus({ code: SpanStatusCode.ERROR })
      },
      run: (work) => running.run(own, work),
      end() {
        own.isOver = true
        span.end()
      },
    }
  }

  return {
    tracer: {
      start,
      ids() {
        const ids = running.getStore()?.ids
        return ids && { trace_id: ids.traceId, span_id: ids.spanId }
      },
    },
    flush: () => provider.forceFlush(),
    shutdown: () => provider.shutdown().catch(() => undefined), // it was reported
  }
}

function known(attributes: Attributes = {}): OtelAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const root = (roots[sampler.replace('parentbased_', '')] ?? (() => new AlwaysOnSampler()))()
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** A collector that is away would fill the log: one line a minute says so. */
function reportTo(log: Logger): void {
  let quietUntil = 0
  const warn = (message: string) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + warnEveryMs
    log.warn({ reason: message }, 'traces could not be sent')
  }
  const ignore = () => undefined
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  setGlobalErrorHandler((error) => warn(typeof error === 'string' ? error : (error.message ?? 'unknown')))
}
