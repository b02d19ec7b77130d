import { sql } from 'kysely'
import type { TenantTransaction } from '../../db/tenant.ts'
import { type Fragment, type UserFilter, isUnfiltered, userConditions, userOrder } from './filter.ts'

/** Every how many users a key is remembered; at most so many are skipped to reach a page. */
const step = 1_000
/** Pages nearer to the start are found by skipping. */
const nearby = 2 * step
/** Keys of a list that changes all the time are not gathered more often than this. */
const pauseMs = 30_000
/** Lists remembered by this process. */
const capacity = 200

/** The columns of each sort as `userOrder` has them, with their types. Who signs in last changes too often to be remembered. */
const sortKeys: Readonly<Record<string, readonly (readonly [column: string, type: string])[]>> = {
  username: [['u.username_key', 'text']],
  givenName: [
    ['u.given_name', 'text'],
    ['u.user_id', 'uuid'],
  ],
  familyName: [
    ['u.family_name', 'text'],
    ['u.user_id', 'uuid'],
  ],
  status: [
    ['u.status', 'text'],
    ['u.username_key', 'text'],
  ],
  createdTime: [
    ['u.created_at', 'timestamptz'],
    ['u.user_id', 'uuid'],
  ],
}

/**
 * Which state of the list the keys are of: the counts of users are kept by triggers, so that their rows are new ones whenever a user
 * was created, deleted or changed its facet. Renames are heard of by change events.
 */
const stamp = sql`(select string_agg(xmin::text, ',' order by facet) from row_count where table_name = 'app_user')`

interface Anchors {
  stamp: string
  keys: string[][]
}

/** Where the search for a page begins, instead of at the start of the list. */
export interface PageStart {
  /** Holds for the users from there on, and for nobody when the list has changed since. */
  condition: Fragment
  /** How many of those come before the page. */
  skip: number
}

/**
 * Keys along long lists, so that page 50,000 costs what page one costs although the contract counts in offsets. They only ever
 * shorten the way: whether they still hold is asked in the query itself.
 */
export class PageAnchors {
  readonly #known = new Map<string, { anchors: Anchors | undefined; gatheredAt: number }>()

  /** Where to begin for a page far down an unfiltered list; undefined where skipping is as good. */
  async startOf(tx: TenantTransaction, tenantId: string, filter: UserFilter, offset: number): Promise<PageStart | undefined> {
    const columns = sortKeys[filter.sort.replace(/^-/, '')]
    if (offset < nearby || !columns || !isUnfiltered(filter)) return undefined
    const name = `${tenantId} ${filter.type} ${filter.sort}`
    const known = this.#known.get(name)
    let anchors = known?.anchors
    if (!anchors) {
      if (known && Date.now() - known.gatheredAt < pauseMs) return undefined
      anchors = await gather(tx, filter, columns)
      if (this.#known.size >= capacity) this.#known.clear()
      this.#known.set(name, { anchors, gatheredAt: Date.now() })
    }
    const position = Math.min(Math.floor(offset / step), anchors.keys.length - 1)
    const key = anchors.keys[position]
    if (!key) return undefined
    const names = sql.join(columns.map(([column]) => sql.ref(column)))
    const values = sql.join(columns.map(([, type], index) => sql`${key[index]}::${sql.raw(type)}`))
    const direction = sql.raw(filter.sort.startsWith('-') ? '<=' : '>=')
    return {
      condition: sql`(${names}) ${direction} (${values}) and ${stamp} = ${anchors.stamp}`,
      skip: offset - position * step,
    }
  }

  /** Forgets the keys of a tenant, whose users were changed. */
  forget(tenantId: string): void {
    for (const [name, known] of this.#known) if (name.startsWith(tenantId)) known.anchors = undefined
  }

  forgetAll(): void {
    this.#known.clear()
  }
}

async function gather(tx: TenantTransaction, filter: UserFilter, columns: readonly (readonly [string, string])[]): Promise<Anchors> {
  const key = sql.join(columns.map(([column]) => sql`${sql.ref(column)}::text`))
  const { rows } = await sql<{ stamp: string | null; keys: string[][] }>`
    select ${stamp} as stamp,
           (select coalesce(json_agg(key order by position), '[]'::json)
              from (select json_build_array(${key}) as key, row_number() over (order by ${userOrder(filter.sort)}) - 1 as position
                      from app_user u where ${userConditions(filter)}) keyed
             where position % ${step}::int = 0) as keys`.execute(tx)
  return { stamp: rows[0]?.stamp ?? '', keys: rows[0]?.keys ?? [] }
}
