import { type CompiledQuery, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'

import type { Db } from '../../db/pool.ts'
import { isAllowed } from './allowed.ts'
import { type Faults, checkStatement } from './check.ts'

/** A statement that should bind the tenant's id and does not. */
interface Offence {
  text: string
  faults: Faults
  /** The function of the product that built it, as `server/src/users/queries.ts findUser`. */
  origin: string
}

const checked = new Map<string, Faults>()
/** Where a faulty statement was built: tests and product can build the same one. */
const builders = new Map<string, Set<string>>()

function faultsOf(text: string): Faults {
  let faults = checked.get(text)
  if (!faults) checked.set(text, (faults = checkStatement(text)))
  return faults
}

/** The statement is noted with its builder while the builder is still on the stack. */
function noteBuilder(text: string): void {
  if (faultsOf(text).length === 0) return
  const known = builders.get(text) ?? new Set<string>()
  known.add(builderOnStack())
  builders.set(text, known)
}

const passedThrough = /\/server\/src\/(?:db\/(?:prepared|tenant|pool|csv-copy|transaction-driver)|testing\/statements\/\w+)\.ts/

/** The nearest function on the stack that is neither a package's nor one that only passes statements on. */
function builderOnStack(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 40
  const frames = new Error('stack').stack?.split('\n').slice(1) ?? []
  Error.stackTraceLimit = stackTraceLimit
  for (const frame of frames) {
    const [, name = '', file] = /at (?:async )?(?:(.+?) \()?(?:file:\/\/)?(\/.+?):\d+:\d+\)?$/.exec(frame) ?? []
    if (!file || file.includes('/node_modules/') || passedThrough.test(file)) continue
    return `${file.replace(/^.*?\/(?=server\/)/, '')} ${name.replace(/^Object\./, '').replace(/ \[as .*/, '')}`.trim()
  }
  return ''
}

const isTest = (origin: string): boolean => /\.test\.ts\b|\/testing\/|^bench\//.test(origin) || origin === ''

let isWatching = false

/** Every statement of the query builder passes its compiler. */
function watchCompiler(): void {
  if (isWatching) return
  isWatching = true
  const compile = PostgresQueryCompiler.prototype.compileQuery
  PostgresQueryCompiler.prototype.compileQuery = function (this: PostgresQueryCompiler, ...given): CompiledQuery {
    const compiled = compile.apply(this, given)
    noteBuilder(compiled.sql)
    return compiled
  }
}

/**
 * Records what a database is asked. `report` throws where the product sent statements that touch tenant tables without a bound
 * tenant, but for those of the list in `allowed.ts`. What tests ask themselves is their own business.
 */
export function recordStatements(db: Db): { db: Db; report(): void } {
  watchCompiler()
  /** Statements by whether a transaction without a tenant sent them: only that can look over all tenants. */
  const sent = { withTenant: new Set<string>(), without: new Set<string>() }
  const watch = (client: pg.ClientBase): void => {
    const { query } = client
    let hasTenant = false
    // pg declares `query` with many overloads; this one passes all of them on.
    client.query = function (this: pg.ClientBase, ...given: unknown[]) {
      const [first, values] = given
      const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
      const position = /set_config\('steward\.tenant_id', \$(\d)/.exec(text ?? '')?.[1]
      if (position !== undefined && Array.isArray(values)) hasTenant = values[Number(position) - 1] !== ''
      if (text !== undefined && faultsOf(text).length > 0) {
        if (!builders.has(text)) noteBuilder(text)
        sent[hasTenant ? 'withTenant' : 'without'].add(text)
      }
      return Reflect.apply(query, this, given)
    } as typeof client.query
  }
  db.pool.on('connect', watch)
  return {
    db: {
      ...db,
      async connect(as) {
        const client = await db.connect(as)
        watch(client)
        return client
      },
    },
    report() {
      const offences: Offence[] = []
      for (const [texts, isOfOneTenant] of [[sent.withTenant, true] as const, [sent.without, false] as const]) {
        for (const text of texts) {
          const faults = faultsOf(text)
          for (const origin of builders.get(text) ?? []) {
            if (isTest(origin) || (!isOfOneTenant && isAllowed(origin, faults))) continue
            offences.push({ text, faults, origin })
          }
        }
      }
      if (offences.length === 0) return
      const lines = offences.map(
        ({ text, faults, origin }) => `${origin}: ${faults.join('; ')}\n    ${text.replaceAll(/\s+/g, ' ').trim()}`,
      )
      throw new Error(`Statements without a bound tenant (server/src/testing/statements):\n  ${lines.join('\n  ')}`)
    },
  }
}
