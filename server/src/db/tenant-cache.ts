import type { ChangeListener } from './listen.ts'
import type { TableName } from './changed-tables.ts'

/** Entries expire after this time even without events: it can take a while to notice a broken connection. */
const trustMs = 30_000
const cacheSize = 100_000

/** A cache of values per tenant. */
export interface TenantCache<V> {
  /** The cached value for the key, or the result of `load`; undefined results aren't cached. */
  get(tenantId: string, key: string, load: () => Promise<V | undefined>): Promise<V | undefined>
  close(): void
}

/**
 * Caches values until a change event says that rows of `tables` changed in their tenant, which reaches every process within
 * milliseconds of the commit.
 */
export function createTenantCache<V>(changes: ChangeListener, tables: readonly TableName[], now: () => Date): TenantCache<V> {
  const known = new Map<string, { value: V; askedAt: number; eventsBefore: number }>()
  // Events are numbered, so that a load that started before an event is older than the event.
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
