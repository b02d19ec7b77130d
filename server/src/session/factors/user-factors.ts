import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { ResponseOf } from '@steward/contract/http'
import type { FactorAudience } from '@steward/contract/rules/factors'
import type { listUserFactors, listWithoutFactor } from '@steward/contract/session/factors'
import { Guard } from '../../access/guard.ts'
import { tenantIdOf, withTenant } from '../../db/tenant.ts'
import type { Client } from '../../http/client.ts'
import { contextOf } from '../../http/context.ts'
import type { Principal } from '../../http/principal.ts'
import { recordEvent } from '../../system-log/record.ts'
import type { SessionCore } from '../core.ts'
import { findAccount } from '../queries.ts'
import { endSessions } from '../sessions.ts'
import type { Enrolling } from './enrolling.ts'
import { endSteps, factorView, findFactors, forgetBrowsers, lockUser, replaceRecoveryCodes, unusedRecoveryCodes } from './queries.ts'

/** Factors of other people, for administrators. */
export interface UserFactors {
  /** @throws not_found */
  list(principal: Principal, userId: string): Promise<ResponseOf<typeof listUserFactors>>
  /** @throws not_found, user_is_self, administrator_only, factors_missing */
  reset(principal: Principal, userId: string, reason: string, client: Client): Promise<number>
  withoutFactor(principal: Principal, audience: FactorAudience): Promise<ResponseOf<typeof listWithoutFactor>>
}

const peopleShown = 10

export function createUserFactors({ db, settings }: SessionCore, enrolling: Enrolling): UserFactors {
  return {
    list: (principal, userId) =>
      withTenant(
        db,
        contextOf(principal, ''),
        async (tx) => {
          if (!(await findAccount(tx, userId))) throw problem('not_found')
          const factors = await findFactors(tx, userId)
          return { factors: factors.map(factorView), recoveryCodesLeft: (await unusedRecoveryCodes(tx, userId)).left }
        },
        { readOnly: true },
      ),

    reset(principal, userId, reason, client) {
      const context = contextOf(principal, client.requestId)
      return withTenant(db, context, async (tx) => {
        const account = await findAccount(tx, userId)
        if (!account) throw problem('not_found')
        if (userId === principal.id) throw problem('user_is_self')
        await new Guard(tx, context.actor).mayChangeUser(userId)
        await lockUser(tx, userId)
        const removed = await tx
          .deleteFrom('sign_in_factor')
          .where('tenant_id', '=', tenantIdOf(tx))
          .where('user_id', '=', userId)
          .returning('factor_id')
          .execute()
        if (removed.length === 0) throw problem('factors_missing')
        const time = settings.now()
        await replaceRecoveryCodes(tx, userId, [], time)
        await forgetBrowsers(tx, userId)
        await endSteps(tx, userId, time)
        const ended = await endSessions(tx, userId, 'factors_reset', { now: settings.now })
        const { address, userAgent } = client
        const who = { userId, username: account.username, address, userAgent }
        const details = { reason, by: principal.name, removed: removed.length, endedSessions: ended.length }
        await recordEvent(tx, { kind: 'factors_reset', outcome: 'success', ...who, details })
        await enrolling.tellReset(tx, account)
        return removed.length
      })
    },

    withoutFactor: (principal, audience) =>
      withTenant(
        db,
        contextOf(principal, ''),
        async (tx) => {
          if (audience === 'nobody') return { count: 0, people: [] }
          const { rows } = await sql<PersonRow>`
            with administrator as (
              select distinct gm.user_id from role r
                join group_role gr on gr.tenant_id = r.tenant_id and gr.role_id = r.role_id
                join group_member gm on gm.tenant_id = gr.tenant_id and gm.group_id = gr.group_id
               where r.tenant_id = ${tenantIdOf(tx)}::uuid and r.is_administrator
            )
            select jsonb_build_object('userId', u.user_id, 'username', u.username, 'givenName', u.given_name,
                     'familyName', u.family_name, 'isAdministrator', a.user_id is not null) as person, count(*) over () as count
              from app_user u left join administrator a using (user_id)
             where u.tenant_id = ${tenantIdOf(tx)}::uuid and u.status = 'CONFIRMED' and not u.is_disabled
               and (${audience}::text = 'everybody' or a.user_id is not null)
               and not exists (select from sign_in_factor f where f.tenant_id = u.tenant_id and f.user_id = u.user_id)
             order by (a.user_id is null), u.username_key
             limit ${peopleShown}`.execute(tx)
          return { count: rows[0]?.count ?? 0, people: rows.map(({ person }) => person) }
        },
        { readOnly: true },
      ),
  }
}

interface PersonRow {
  person: ResponseOf<typeof listWithoutFactor>['people'][number]
  count: number
}
