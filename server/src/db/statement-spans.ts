import type { KyselyConfig, LogEvent } from 'kysely'
import { isTracing, reasonOf, startSpan } from '../tracing/tracing.ts'

/** Every transaction begins with these. */
const opening = /^\s*(begin|select set_config\('role')/i

/** With tracing, Kysely reports its statements, and each is a span named by its command: never its text, tables or values. */
export const statementSpans = (): Pick<KyselyConfig, 'log'> => (isTracing() ? { log: report } : {})

function report(event: LogEvent): void {
  const { sql } = event.query
  if (event.level === 'query' && opening.test(sql)) return
  const command = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? 'OTHER'
  const span = startSpan(command, {
    kind: 'client',
    isPart: true,
    startMs: Date.now() - event.queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': command },
  })
  if (event.level === 'error') span?.fail(reasonOf(event.error))
  span?.end()
}
