import { sql } from 'kysely'
import { asOwner } from '../db/tenant.ts'
import type { TestAnswer, TestApp, TestTenant } from './app.ts'
import { refreshCookie } from '../session/cookie.ts'

/** A clock that tests set manually. */
export interface TestClock {
  now: () => Date
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
}

export function testClock(start = new Date()): TestClock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      time += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  }
}

/** The refresh token set by a response; undefined if it sets none, empty if it clears it. */
export const refreshTokenOf = (answer: TestAnswer): string | undefined =>
  answer.cookies.find((cookie) => cookie.name === refreshCookie)?.value

/** The cookie header of a refresh token, for `call`. */
export const withToken = (token: string | undefined) => ({ cookies: { [refreshCookie]: token ?? '' } })

export interface LoggedEvent {
  kind: string
  outcome: string
  user_id: string | null
  username: string
  address: string | null
  user_agent: string
  details: Record<string, unknown>
}

/** The tenant's system log, oldest first. */
export async function systemLog(testApp: TestApp, tenant: TestTenant): Promise<LoggedEvent[]> {
  await testApp.app.session.signIn.settled()
  const { rows } = await asOwner(testApp.db, 'maintenance', (tx) =>
    sql<LoggedEvent>`select kind, outcome, user_id, username, host(address) as address, user_agent, details
      from system_log where tenant_id = ${tenant.tenantId} order by occurred_at, system_log_id`.execute(tx),
  )
  return rows
}
