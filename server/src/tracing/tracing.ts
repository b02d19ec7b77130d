/**
 * Traces: what a request, a job and their parts took. Everything calls this; only `open-telemetry.ts` knows OpenTelemetry, and it is
 * loaded only if it is configured. Names and attributes never have personal data, values of statements, query parameters or tokens.
 */

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer' | 'producer'
  attributes?: Attributes
  /** The headers of the caller, whose trace is continued (W3C Trace Context). */
  headers?: Readonly<Record<string, string | string[] | undefined>>
  /** Only as a part of a span that runs: what timers ask of the database isn't traced. */
  isPart?: boolean
  /** When it began, in milliseconds since 1970; otherwise now. */
  startMs?: number
}

/** One part of a trace, from its start until `end`. */
export interface Span {
  set(attributes: Attributes): void
  /** It failed, for this reason: a code or the name of an error, never its message, which can have values. */
  fail(reason: string): void
  /** Runs `work`: spans that it starts are children of this one. */
  run<T>(work: () => T): T
  end(): void
}

/** The ids of the running span as log lines name them. */
export interface TraceIds {
  trace_id: string
  span_id: string
}

export interface Tracer {
  /** Undefined for a part without a whole. */
  start(name: string, options: SpanOptions): Span | undefined
  /** Undefined outside of a span. */
  ids(): TraceIds | undefined
}

let tracer: Tracer | undefined

/** Uses this tracer from now on; undefined for none. */
export function setTracer(chosen: Tracer | undefined): void {
  tracer = chosen
}

export const isTracing = (): boolean => tracer !== undefined

/** For log lines: the ids of the running span, if there is one. */
export const traceIds = (): TraceIds | Record<string, never> => tracer?.ids() ?? {}

/** Starts a span; undefined without tracing. The caller ends it. */
export const startSpan = (name: string, options: SpanOptions): Span | undefined => tracer?.start(name, options)

interface TracedOptions extends SpanOptions {
  /** Whether an error is a failure of this part; otherwise each is. */
  isFailure?: (error: unknown) => boolean
}

/** Runs `work` as a span; without tracing it only runs it. */
export function traced<T>(name: string, options: TracedOptions, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  const span = tracer?.start(name, options)
  return span ? ended(span, options, work) : work(undefined)
}

async function ended<T>(span: Span, { isFailure }: TracedOptions, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await span.run(() => work(span))
  } catch (error) {
    if (isFailure?.(error) ?? true) span.fail(reasonOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Runs a call to another server as a span with its host, without the rest of the address, and the status that `statusOf` reads. */
export function tracedCall<T>(
  method: string,
  address: string | URL,
  call: () => Promise<T>,
  statusOf: (answer: T) => number | undefined,
): Promise<T> {
  const attributes = { 'http.request.method': method, 'server.address': URL.parse(address)?.hostname }
  return traced(method, { kind: 'client', attributes }, async (span) => {
    const answer = await call()
    const status = statusOf(answer)
    span?.set({ 'http.response.status_code': status })
    if (status !== undefined && status >= 400) span?.fail(String(status))
    return answer
  })
}

/** An SQLSTATE, the code of a failure or the name of an error: never its message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { fault, code } = error as { fault?: unknown; code?: unknown }
  return [fault, code].find((one) => typeof one === 'string') ?? error.name
}
