import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, PostgresPool } from 'kysely'
import type pg from 'pg'
import { type KeptConnection, keepConnected } from './kept-connection.ts'
import { cutOff, withinLimits } from './limited-pool.ts'
import { currentLimits, currentWork } from './time-limits.ts'
import type { Database } from './types.ts'
import { isDatabaseUnavailable, isDiskFull, wasCanceledByReplica } from './unavailable.ts'
import { within } from './within.ts'
import { WritePositions } from './write-positions.ts'

/** Change events, over a connection of the primary that also answers questions. */
export interface Announcements {
  onChange(callback: (message: { kind: 'changed'; tenantId: string } | { kind: 'changedEverywhere' | 'missed' }) => void): () => void
  ask<Row extends object>(text: string): Promise<Row[]>
}

/** `behind`: it lacks what the primary had ten seconds ago, or isn't known to follow it since a failover. */
export type ReplicaState = 'ready' | 'behind' | 'unavailable'

/** Who answered a read that is meant for the replica: the replica, or the primary, because the replica was … */
type Outcome = 'replica' | 'behind' | 'unavailable' | 'canceled'

const answerMs = 500
const watchEveryMs = 1_000
/** A long read can wait for what its own call has written. */
const patienceMs = 2_000
const lookAgainMs = 20

/** Where the next record begins. At the start of a page that is behind the page's header, which no replica counts as replayed. */
const POSITION = `
  select (position - case when position % page = case when position % segment < page then 40 else 24 end then position % page else 0 end)::text
           as position,
         ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as timeline
    from (select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as position, current_setting('wal_block_size')::integer as page,
                 pg_size_bytes(current_setting('wal_segment_size')) as segment) w`
/** What it says of its timeline can be older than its position, never newer. */
const REPLAYED = `(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0'::pg_lsn end)::text as replayed,
                  greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery())) as timeline`
/** The same for a primary and its replicas, and for no other database. */
const IDENTITY = `concat_ws(' ', (select system_identifier from pg_control_system()),
                                 (select oid from pg_database where datname = current_database())) as identity`

/** How far a replica is, and in which history: each failover begins a new one, in which positions mean something else. */
interface Replayed {
  replayed: bigint
  timeline: number
}

const notReady = 'It was not ready when it was last seen'

class ReplicaError extends Error {
  override name = 'ReplicaError'
  readonly outcome: Outcome

  constructor(outcome: Outcome, message: string, cause?: unknown) {
    super(message, { cause })
    this.outcome = outcome
  }
}

/** How it is reached. */
export interface ReplicaConnections {
  pool: pg.Pool
  kyselyOn(pool: PostgresPool): Kysely<Database>
  /** A connection of its own, outside the pool. */
  connect(): Promise<pg.Client>
}

/**
 * A standby that follows the database. It answers a tenant's reads if it has every change of the tenant that was announced before the
 * read began, on whichever server, and what the primary had ten seconds ago; otherwise the primary does (docs/adr/058). It is not
 * used before `follow`.
 */
export class Replica {
  readonly kysely: Kysely<Database>
  /** Since the start of this process. */
  readonly reads: Record<Outcome, number> = { replica: 0, behind: 0, unavailable: 0, canceled: 0 }
  readonly #connect: () => Promise<pg.Client>
  readonly #watching: KeptConnection
  readonly #written = new WritePositions()
  /** The position that the transaction under way needs. */
  readonly #needed = new AsyncLocalStorage<bigint>()
  #announcements: Announcements | undefined
  #onState: (state: ReplicaState, reason?: unknown) => void = () => undefined
  /** Undefined until it was looked at. */
  #seen: ReplicaState | undefined
  #lagBytes: number | undefined
  /** Whether it makes the primary keep the rows that its readers see, so that long reads are not canceled. */
  #keepsRows = false
  #identity: string | undefined
  /** Of the primary, with its latest position. */
  #timeline: number | undefined
  #asking: Promise<unknown> | undefined
  #nextAnswer: Promise<bigint> | undefined

  constructor({ pool, kyselyOn, connect }: ReplicaConnections) {
    const limited = withinLimits(pool)
    this.kysely = kyselyOn({
      options: limited.options,
      end: () => limited.end(),
      connect: async () => this.#admitted(await limited.connect()),
    })
    this.#connect = connect
    this.#watching = keepConnected(connect)
  }

  get state(): ReplicaState {
    return this.#seen ?? 'unavailable'
  }

  /** How much of the primary's log it had not replayed when it was last seen; undefined while it is unavailable. */
  get lagBytes(): number | undefined {
    return this.state === 'unavailable' ? undefined : this.#lagBytes
  }

  /** Uses it from now on, until the function that is returned has been called. */
  follow(announcements: Announcements, onState: (state: ReplicaState, reason?: unknown) => void): () => Promise<void> {
    this.#announcements = announcements
    this.#onState = onState
    // What was written before is not known.
    this.#written.noteAll()
    const forget = announcements.onChange((message) => {
      if (message.kind === 'changed') this.#written.note(message.tenantId)
      else this.#written.noteAll()
    })
    const ended = new AbortController()
    const watch = async () => {
      while (!ended.signal.aborted) {
        await this.#look()
        await delay(watchEveryMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
      }
    }
    const watched = watch()
    return async () => {
      ended.abort()
      await watched
      forget()
      this.#announcements = undefined
      this.#seen = undefined
    }
  }

  /** Does `there`, whose transaction is one of `kysely`, if the replica can answer this tenant; otherwise, or if that fails, `here`. */
  async read<T>(tenantId: string, there: () => Promise<T>, here: () => Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      const result = await this.#needed.run(await this.#neededBy(tenantId), there)
      this.reads.replica += 1
      return result
    } catch (error) {
      const outcome = this.#outcomeOf(error, performance.now() - started)
      if (outcome === undefined) throw error
      this.reads[outcome] += 1
      return here()
    }
  }

  /**
   * A connection outside the pool for a long read of a tenant, which the caller closes; undefined where the primary has to answer. It
   * waits a moment for the tenant's latest changes: a download is recorded before it is read.
   */
  async connectFor(tenantId: string): Promise<pg.Client | undefined> {
    let client: pg.Client | undefined
    try {
      if (this.state !== 'ready') throw new ReplicaError(this.state, notReady)
      if (!this.#keepsRows) throw new ReplicaError('canceled', 'Its long reads would be canceled')
      client = await this.#connect()
      const until = performance.now() + patienceMs
      while (!(await this.#has(client, tenantId))) {
        if (performance.now() > until) throw new ReplicaError('behind', 'It did not catch up in time')
        await delay(lookAgainMs)
      }
      this.reads.replica += 1
      return client
    } catch (error) {
      const outcome = this.#outcomeOf(error, 0)
      await client?.end().catch(() => undefined)
      if (outcome === undefined) throw error
      this.reads[outcome] += 1
      return undefined
    }
  }

  async close(): Promise<void> {
    this.#watching.drop()
    await this.kysely.destroy()
  }

  /** @throws {ReplicaError} if only the primary can answer */
  async #neededBy(tenantId: string): Promise<bigint> {
    if (this.state !== 'ready') throw new ReplicaError(this.state, notReady)
    // What was announced before the answer has been heard with it.
    await this.#position().catch((error: unknown) => {
      throw new ReplicaError('behind', 'The position of the primary is not known', error)
    })
    const needed = this.#written.neededBy(tenantId)
    if (needed === undefined) throw new ReplicaError('behind', 'Something of the tenant was changed just now')
    return needed
  }

  /** The position of the primary, by a question that is sent after the call. Calls during a question share the next one. */
  #position(): Promise<bigint> {
    this.#nextAnswer ??= (async () => {
      await this.#asking?.catch(() => undefined)
      this.#nextAnswer = undefined
      const answer = this.#written.learn(() => this.#ask())
      this.#asking = answer
      return answer
    })()
    return this.#nextAnswer
  }

  async #ask(): Promise<bigint> {
    if (!this.#announcements) throw new Error('Nothing is followed')
    const [row] = await within(answerMs, this.#announcements.ask<{ position: string; timeline: number }>(POSITION))
    this.#timeline = row?.timeline
    return BigInt(row?.position ?? '')
  }

  /** A connection of the pool, if it leads to a replica that has what is needed. @throws {ReplicaError} */
  async #admitted(client: pg.PoolClient): Promise<pg.PoolClient> {
    try {
      const needed = this.#needed.getStore()
      if (needed === undefined) throw new Error('The replica is only used through `read`')
      if (this.#reaches(await replayedBy(client), needed)) return client
    } catch (error) {
      client.release(true)
      throw error
    }
    client.release()
    throw new ReplicaError('behind', 'It has not replayed what the tenant has changed')
  }

  async #has(client: pg.Client, tenantId: string): Promise<boolean> {
    const needed = await this.#neededBy(tenantId).catch(unlessBehind)
    return needed !== undefined && this.#reaches(await replayedBy(client), needed)
  }

  /** A replica that did not follow a failover has what the primary never had, at the positions of what it lacks. */
  #reaches({ replayed, timeline }: Replayed, needed: bigint): boolean {
    return timeline === this.#timeline && replayed >= needed
  }

  /** Undefined if the error is not the replica's. */
  #outcomeOf(error: unknown, tookMs: number): Outcome | undefined {
    if (error instanceof ReplicaError && error.outcome !== 'unavailable') return error.outcome
    if (error instanceof ReplicaError || isDatabaseUnavailable(error)) {
      // Connections of a request whose time is over are cut off here.
      if (this.state === 'ready' && !currentWork()?.isOver) this.#setState('unavailable', error)
      return 'unavailable'
    }
    return wasCanceledByReplica(error, { tookMs, statementMs: currentLimits().statementMs }) || isDiskFull(error) ? 'canceled' : undefined
  }

  #setState(state: ReplicaState, reason?: unknown): void {
    if (state === this.#seen) return
    this.#seen = state
    this.#onState(state, reason)
  }

  /** Looks how far it is. */
  async #look(): Promise<void> {
    let position: bigint
    try {
      position = await this.#position()
      this.#identity ??= await this.#identityOfPrimary()
    } catch {
      return // The primary does not answer, which says nothing about the replica.
    }
    try {
      const { keepsRows, ...seen } = await within(answerMs, this.#lookAt())
      this.#keepsRows = keepsRows
      this.#lagBytes = Math.max(0, Number(position - seen.replayed))
      this.#setState(this.#reaches(seen, this.#written.neededByAll) ? 'ready' : 'behind')
    } catch (error) {
      this.#watching.drop()
      this.#setState('unavailable', error)
    }
  }

  async #identityOfPrimary(): Promise<string | undefined> {
    if (!this.#announcements) return undefined
    const [row] = await within(answerMs, this.#announcements.ask<{ identity: string }>(`select ${IDENTITY}`))
    return row?.identity
  }

  async #lookAt(): Promise<Replayed & { keepsRows: boolean }> {
    const client = await this.#watching.connected()
    const { rows } = await client.query<{ replayed: string | null; timeline: number; identity: string; keeps_rows: boolean }>(
      `select ${REPLAYED}, ${IDENTITY}, current_setting('hot_standby_feedback')::boolean as keeps_rows`,
    )
    const [row] = rows
    if (row?.identity !== this.#identity) throw new Error('STEWARD_REPLICA_DATABASE_URL leads to another database')
    if (row?.replayed == null) throw new Error('STEWARD_REPLICA_DATABASE_URL does not lead to a standby')
    return { replayed: BigInt(row.replayed), timeline: row.timeline, keepsRows: row.keeps_rows }
  }
}

/** How far the replica at the other end is. The connection is cut off if there is no answer. @throws {ReplicaError} */
async function replayedBy(client: pg.ClientBase): Promise<Replayed> {
  try {
    const { rows } = await within(answerMs, client.query<{ replayed: string | null; timeline: number }>(`select ${REPLAYED}`))
    return { replayed: BigInt(rows[0]?.replayed ?? 'not a standby'), timeline: rows[0]?.timeline ?? 0 }
  } catch (error) {
    cutOff(client)
    throw new ReplicaError('unavailable', 'It does not say how far it is', error)
  }
}

function unlessBehind(error: unknown): undefined {
  if (!(error instanceof ReplicaError) || error.outcome !== 'behind') throw error
}
