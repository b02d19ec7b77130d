import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, asOwner, tenantIdOf, withTenant } from '../db/tenant.ts'
import { type Fragment, type UserFilter, isCounted, userConditions, userOrder } from './filter.ts'

/** A key is remembered for every this many users. */
const step = 250
/** The minimum distance before a page at which its search begins, so that a few new users there don't matter. */
const run = 100
/** Pages closer to the start than this are found by skipping. */
const nearby = 1_000
/** After this many moves a list is gathered again in the background; after `mostMoves`, before it is used again. */
const manyMoves = 2_000
const mostMoves = 20_000
/** The maximum age of keys. The moves that correct them are kept longer than any transaction runs. */
const lifetimeMs = 3_600_000
const movesKeptFor = '1 day'
/** Lists remembered by this process, most recently used last. */
const capacity = 100

/** The columns of each sort as in `userOrder`, with their types. The last sign-in changes too often to be worth remembering. */
const sortKeys: Readonly<Record<string, readonly (readonly [column: string, type: string])[]>> = {
  username: [['u.username_key', 'text']],
  givenName: [
    ['u.given_name', 'text'],
    ['u.family_name', 'text'],
    ['u.user_id', 'uuid'],
  ],
  familyName: [
    ['u.family_name', 'text'],
    ['u.given_name', 'text'],
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

interface Anchors {
  /** The snapshot in which the keys had their positions, as PostgreSQL writes it. */
  snapshot: string
  /** The key at 0, `step`, 2 × `step` and so on. */
  keys: string[][]
  gatheredAt: number
}

/** The position where the search for a page begins, instead of the start of the list. */
export interface PageStart {
  /** A condition for the users from there on. */
  condition: Fragment
  /** How many of those come before the page. */
  skip: number
}

interface List {
  ready: Promise<Anchors>
  isRenewing: boolean
}

/**
 * Remembers keys along long lists, so that page 50,000 costs about as much as page one although the contract uses offsets
 * (docs/adr/009). The position of a key now is its position when the keys were gathered, plus the moves in front of it since.
 */
export class PageAnchors {
  readonly #db: Db
  readonly #lists = new Map<string, List>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Where to begin for a page far down a list; undefined if skipping is as fast. */
  async startOf(tx: TenantTransaction, ctx: TenantContext, filter: UserFilter, offset: number): Promise<PageStart | undefined> {
    const columns = sortKeys[filter.sort.replace(/^-/, '')]
    if (offset < nearby || !columns || !isCounted(filter)) return undefined
    const name = [ctx.tenantId, filter.type, filter.sort, filter.isDisabled, ...(filter.userStatus ?? []).toSorted()].join(' ')
    const list = this.#lists.get(name)
    let anchors = await list?.ready
    if (!list || !anchors || Date.now() - anchors.gatheredAt > lifetimeMs) anchors = await this.#remember(name, gather(tx, filter))
    let start = await startAmong(tx, filter, anchors, offset)
    if (start === 'outdated') start = await startAmong(tx, filter, await this.#remember(name, gather(tx, filter)), offset)
    if (!start || start === 'outdated') return undefined
    if (start.moves > manyMoves) this.#renew(name, ctx, filter)
    return start
  }

  #remember(name: string, gathered: Promise<Anchors>): Promise<Anchors> {
    const list = { ready: gathered, isRenewing: false }
    this.#lists.delete(name)
    this.#lists.set(name, list)
    const [eldest] = this.#lists.keys()
    if (eldest !== undefined && this.#lists.size > capacity) this.#lists.delete(eldest)
    gathered.catch(() => {
      if (this.#lists.get(name) === list) this.#lists.delete(name)
    })
    return gathered
  }

  /** Gathers a list again while its old keys are still used. */
  #renew(name: string, ctx: TenantContext, filter: UserFilter): void {
    const list = this.#lists.get(name)
    if (!list || list.isRenewing) return
    list.isRenewing = true
    withTenant(this.#db, ctx, (tx) => gather(tx, filter), { readOnly: true }).then(
      (anchors) => this.#remember(name, Promise.resolve(anchors)),
      () => {
        list.isRenewing = false // the next page tries again
      },
    )
  }
}

const columnsOf = (filter: UserFilter) => sortKeys[filter.sort.replace(/^-/, '')] ?? []

/** Jumps along the index of the sort, without reading the users in between. */
async function gather(tx: TenantTransaction, filter: UserFilter): Promise<Anchors> {
  const gatheredAt = Date.now()
  const columns = columnsOf(filter)
  const names = sql.join(columns.map(([column]) => sql.ref(column)))
  const aliases = columns.map((_, index) => `key_${index}`)
  const last = sql.join(aliases.map((alias) => sql.ref(`leap.${alias}`)))
  const key = sql.join(aliases.map((alias) => sql`${sql.ref(alias)}::text`))
  const order = userOrder(filter.sort)
  const beyond = sql.raw(filter.sort.startsWith('-') ? '<' : '>')
  const { rows } = await sql<{ snapshot: string; keys: string[][] }>`
    with recursive leap (position, ${sql.join(aliases.map((alias) => sql.ref(alias)))}) as (
      (select 0, ${names} from app_user u where ${userConditions(tenantIdOf(tx), filter)} order by ${order} limit 1)
      union all
      select leap.position + 1, next.*
        from leap cross join lateral (
               select ${names} from app_user u where ${userConditions(tenantIdOf(tx), filter)} and (${names}) ${beyond} (${last})
                order by ${order} limit 1 offset ${step - 1}) next)
    select pg_current_snapshot()::text as snapshot,
           (select coalesce(json_agg(json_build_array(${key}) order by position), '[]'::json) from leap) as keys`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A query without a table answered nothing.')
  return { ...row, gatheredAt }
}

/** Undefined if every key is behind the page; 'outdated' if too much has moved since. */
async function startAmong(
  tx: TenantTransaction,
  filter: UserFilter,
  { snapshot, keys }: Anchors,
  offset: number,
): Promise<(PageStart & { moves: number }) | 'outdated' | undefined> {
  const columns = columnsOf(filter)
  const names = sql.join(columns.map(([column]) => sql.ref(column)))
  const [before, fromThereOn] = filter.sort.startsWith('-') ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`]
  let place = Math.min(Math.floor((offset - run) / step), keys.length - 1)
  for (let key = keys[place]; key && place > 0; key = keys[place]) {
    const values = sql.join(columns.map(([, type], index) => sql`${key?.[index]}::${sql.raw(type)}`))
    const { rows } = await sql<{ moves: number; isUncountable: boolean; balance: number }>`
      select count(*)::int as moves, coalesce(bool_or(u.change is null), false) as "isUncountable",
             coalesce(sum(u.change) filter (where (${names}) ${before} (${values}) and ${userConditions(tenantIdOf(tx), filter)}), 0)::int as balance
        from user_move u
       where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.transaction >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
         and not pg_visible_in_snapshot(u.transaction, ${snapshot}::pg_snapshot)`.execute(tx)
    const { moves, isUncountable, balance } = rows[0] ?? { moves: 0, isUncountable: true, balance: 0 }
    if (isUncountable || moves > mostMoves) return 'outdated'
    const skip = offset - place * step - balance
    if (skip >= 0) return { condition: sql`(${names}) ${fromThereOn} (${values})`, skip, moves }
    // So many users were added that the page is in front of this key.
    place += Math.floor(skip / step)
  }
  return undefined
}

/** Deletes moves that are older than any remembered key. */
export async function cleanUserMoves(db: Db): Promise<void> {
  await asOwner(db, 'maintenance', (tx) => sql`delete from user_move where moved_at < now() - ${movesKeptFor}::interval`.execute(tx))
}
