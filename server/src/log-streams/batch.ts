import { type ArrivedEntry, continuedEntries, countArrivedEntries, readArrivedEntries } from '../audit-log/arrivals.ts'
import type { Arrivals } from '../db/arrivals.ts'
import type { TenantTransaction } from '../db/tenant.ts'
import type { Row } from '../db/types.ts'
import { type ArrivedEvent, countArrivedEvents, readArrivedEvents } from '../system-events/arrivals.ts'
import type { LogRetention } from '../tenants/settings/retention.ts'
import { auditEvents, changeKey } from './audit-events.ts'
import type { OcsfEvent } from './ocsf.ts'
import { systemEvent } from './system-events.ts'

/** Log entries that one batch is made of at most, which bounds its memory. */
const mostEntries = 200

type Filter = Pick<Row<'log_stream'>, 'tenant_id' | 'sends_audit_log' | 'sends_system_log' | 'event_kinds'>

export interface ReadBatch {
  events: OcsfEvent[]
  /** The last entry; undefined without entries. */
  last: string | undefined
  /** There are entries, but all of them belong to changes that go on behind the end: they can't be sent yet. */
  isWaiting?: boolean
}

/** Since when both logs are kept for the tenant. */
export async function keptSince(retention: LogRetention, tenantId: string) {
  const [audit, system] = await Promise.all([retention.of(tenantId, 'auditLog'), retention.of(tenantId, 'systemLog')])
  return { audit: audit.since, system: system.since }
}
type KeptSince = Awaited<ReturnType<typeof keptSince>>

/**
 * The next entries of both logs after an ID, in the order of their IDs. `endsWhole` leaves out changes that go on behind the last entry, so
 * that each change is one event; only one with more entries than fit is divided.
 */
export async function readBatch(
  tx: TenantTransaction,
  filter: Filter,
  { endsWhole, ...position }: Pick<Arrivals, 'after' | 'to'> & { endsWhole: boolean },
  kept: KeptSince,
): Promise<ReadBatch> {
  const range = { ...position, limit: mostEntries }
  const entries = filter.sends_audit_log ? await readArrivedEntries(tx, { ...range, keptSince: kept.audit }) : []
  const events = filter.sends_system_log ? await readArrivedEvents(tx, { ...range, keptSince: kept.system, kinds: filter.event_kinds }) : []
  const items = [...entries.map(entryItem), ...events.map(eventItem)].toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, mostEntries)
  const whole = endsWhole ? await wholeChanges(tx, items) : items
  if (whole.length === 0 && items.length > 0 && items.length < mostEntries) return { events: [], last: undefined, isWaiting: true }
  const sent = whole.length > 0 ? whole : items
  return { events: toEvents(filter.tenant_id, sent), last: sent.at(-1)?.id }
}

/** The items before the first change that has entries behind the last item. */
async function wholeChanges(tx: TenantTransaction, items: readonly Item[]): Promise<readonly Item[]> {
  const entries = items.flatMap((item) => ('entry' in item ? [item.entry] : []))
  const last = items.at(-1)
  if (last === undefined || entries.length === 0) return items
  const continued = await continuedEntries(tx, entries, last.id)
  const firstOf = new Map<string, number>()
  const begins = items.map((item, index) => {
    const key = 'entry' in item ? changeKey(item.entry) : item.id
    const first = firstOf.get(key) ?? index
    firstOf.set(key, first)
    return first
  })
  let end = items.length
  let earlier = Math.min(end, ...begins.filter((_, index) => continued.has(items[index]?.id ?? '')))
  // A change that begins before the new end can go on behind it, too.
  while (earlier < end) {
    end = earlier
    earlier = Math.min(end, ...begins.slice(end))
  }
  return items.slice(0, end)
}

type Item = { id: string; entry: ArrivedEntry } | { id: string; event: ArrivedEvent }
const entryItem = (entry: ArrivedEntry): Item => ({ id: entry.audit_entry_id, entry })
const eventItem = (event: ArrivedEvent): Item => ({ id: event.system_log_id, event })

function toEvents(tenantId: string, items: readonly Item[]): OcsfEvent[] {
  const entries = items.flatMap((item) => ('entry' in item ? [item.entry] : []))
  const events = items.flatMap((item) => ('event' in item ? [systemEvent(tenantId, item.event)] : []))
  return [...auditEvents(tenantId, entries), ...events].toSorted((a, b) => (a.metadata.uid < b.metadata.uid ? -1 : 1))
}

/** How many entries wait behind an ID, counted up to a limit. */
export async function countWaiting(
  tx: TenantTransaction,
  filter: Filter,
  position: Pick<Arrivals, 'after' | 'to' | 'limit'>,
  kept: KeptSince,
): Promise<number> {
  const entries = filter.sends_audit_log ? await countArrivedEntries(tx, { ...position, keptSince: kept.audit }) : 0
  const events = filter.sends_system_log
    ? await countArrivedEvents(tx, { ...position, keptSince: kept.system, kinds: filter.event_kinds })
    : 0
  return Math.min(position.limit, entries + events)
}
