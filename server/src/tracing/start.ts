import type { Logger } from 'pino'
import type { TracingSettings } from './open-telemetry.ts'
import { setTracer } from './tracing.ts'

export interface Tracing {
  /** Sends what has ended. @throws if the collector can't be reached */
  flush(): Promise<void>
  /** Sends what is left, if that takes no longer than this, and stops tracing. */
  close(limitMs: number): Promise<void>
}

/** Starts tracing if a collector is configured; otherwise OpenTelemetry is not even loaded. Call it before the database is opened. */
export async function startTracing(settings: TracingSettings | undefined, log: Logger): Promise<Tracing | undefined> {
  if (!settings) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  const { tracer, flush, shutdown } = openTelemetry(settings, log)
  setTracer(tracer)
  return {
    flush,
    async close(limitMs) {
      setTracer(undefined)
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, limitMs)
      await Promise.race([shutdown(), limit.promise])
      clearTimeout(timer)
    },
  }
}
