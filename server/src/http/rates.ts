import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { executePrepared } from '../db/prepared.ts'
import { asOwner } from '../db/tenant.ts'

/** How often something can happen, in a time that begins with the first one. */
export interface RateLimit {
  max: number
  windowMs: number
}

export interface Rate {
  count: number
  /** Milliseconds until counting begins again. */
  endsInMs: number
}

/**
 * Counts what an address does, for all servers on one database. What is known to be over its limit is refused from memory, so that
 * a flood writes nothing. While the database takes no counts, each server counts alone.
 */
export interface SharedRates {
  /** Never fails. */
  count(key: string, limit: RateLimit): Promise<Rate>
  /** Milliseconds until the key can be used again, as far as this server knows; 0 if it can now. */
  waitOf(key: string, limit: RateLimit): number
}

/** Keys remembered at most, so that an attacker with many addresses cannot fill the memory. */
const mostKeys = 50_000

export function createSharedRates({ db, now, log }: { db: Db; now: () => Date; log: Logger }): SharedRates {
  const known = new Map<string, { count: number; endsAt: number }>()

  function current(key: string, { windowMs }: RateLimit) {
    const kept = known.get(key)
    if (kept && kept.endsAt > now().getTime()) return kept
    known.delete(key)
    const oldest = known.size < mostKeys ? undefined : known.keys().next().value
    if (oldest !== undefined) known.delete(oldest)
    const fresh = { count: 0, endsAt: now().getTime() + windowMs }
    known.set(key, fresh)
    return fresh
  }

  return {
    waitOf(key, limit) {
      const { count, endsAt } = current(key, limit)
      return count < limit.max ? 0 : endsAt - now().getTime()
    },
    async count(key, limit) {
      const rate = current(key, limit)
      const answer = (count: number) => ({ count, endsInMs: Math.max(0, rate.endsAt - now().getTime()) })
      if (rate.count >= limit.max) return answer(limit.max + 1)
      const own = ++rate.count
      try {
        const { requests, ends_at: endsAt } = await countOne(db, key, now(), limit)
        rate.count = Math.max(rate.count, requests)
        rate.endsAt = endsAt.getTime()
        return answer(requests)
      } catch (error) {
        log.warn({ err: error }, 'a rate limit could not be shared with the other servers')
        return answer(own)
      }
    },
  }
}

const countOne = (db: Db, key: string, time: Date, { windowMs }: RateLimit) =>
  asOwner(db, 'sign-in', async (tx) => {
    const counted: RawBuilder<{ requests: number; ends_at: Date }> = sql`
      insert into request_rate as r (rate_key, requests, ends_at) values (${key}, 1, ${new Date(time.getTime() + windowMs)})
      on conflict (rate_key) do update
         set requests = case when r.ends_at > ${time} then r.requests + 1 else 1 end,
             ends_at = case when r.ends_at > ${time} then r.ends_at else excluded.ends_at end
      returning requests, ends_at`
    const { rows } = await executePrepared(tx, counted)
    if (!rows[0]) throw new Error('An upsert returns its row')
    return rows[0]
  })

/** Removes counts whose time is over. */
export async function cleanRates(db: Db, time: Date): Promise<void> {
  await asOwner(db, 'maintenance', (tx) => tx.deleteFrom('request_rate').where('ends_at', '<', time).execute())
}

/** The store of the rate limits of routes, whose keys name the route. */
export function rateStore(rates: SharedRates): new () => FastifyRateLimitStore {
  return class RouteRates implements FastifyRateLimitStore {
    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number, max: number): void {
      void rates.count(key, { max, windowMs }).then(({ count, endsInMs }) => done(null, { current: count, ttl: endsInMs }))
    }

    child(): this {
      return this
    }
  }
}
