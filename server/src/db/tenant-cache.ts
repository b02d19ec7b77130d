import type { ChangeListener } from './listen.ts'
import type { TableName } from './changed-tables.ts'

/** Even without news the database is asked again after this time: a broken connection may take a while to be noticed. */
const trustMs = 30_000
const cacheSize = 100_000

/** What a process remembers of a tenant's rows. */
export interface TenantCache<V> {
  /** What is remembered under the key, or what `load` answers; undefined answers are not remembered. */
  get(tenantId: string, key: string, load: () => Promise<V | undefined>): Promise<V | undefined>
  close(): void
}

/**
 * Remembers answers until a change event says that rows of `tables` changed in their tenant, which every process hears within
 * milliseconds of the commit; then the next call asks the database.
 */
export function createTenantCache<V>(changes: ChangeListener, tables: readonly TableName[], now: () => Date): TenantCache<V> {
  const known = new Map<string, { value: V; askedAt: number; eventsBefore: number }>()
  // Events are numbered, so that an answer that was on its way when an event came counts as older than the event.
  let events = 0
  let allChangedAt = 0
  const changedAt = new Map<string, number>()

  const stop = changes.onChange((message) => {
    events++
    if (message.kind !== 'missed' && !message.tables.some((table) => tables.includes(table))) return
    if (message.kind === 'changed') {
      changedAt.set(message.tenantId, events)
    } else {
      allChangedAt = events
      changedAt.clear()
      known.clear()
    }
  })

  return {
    async get(tenantId, key, load) {
      const askedAt = now().getTime()
      const found = known.get(key)
      const isFresh = found && found.eventsBefore >= (changedAt.get(tenantId) ?? allChangedAt)
      if (isFresh && Math.abs(askedAt - found.askedAt) < trustMs) return found.value
      const eventsBefore = events
      const value = await load()
      if (known.size >= cacheSize) known.clear()
      if (value === undefined) known.delete(key)
      else known.set(key, { value, askedAt, eventsBefore })
      return value
    },
    close: stop,
  }
}
