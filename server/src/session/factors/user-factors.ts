import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { BodyOf, ResponseOf } from '@steward/contract/http'
import type { FactorAudience } from '@steward/contract/rules/factors'
import type { decideFactorReset, listUserFactors, listWithoutFactor, resetUserFactors } from '@steward/contract/session/factors'
import { Guard } from '../../access/guard.ts'
import { type TenantTransaction, tenantIdOf, withTenant } from '../../db/tenant.ts'
import type { Client } from '../../http/client.ts'
import { contextOf } from '../../http/context.ts'
import type { Principal } from '../../http/principal.ts'
import { publish } from '../../notifications/publish.ts'
import { recordEvent } from '../../system-log/record.ts'
import { mailDone } from '../account-mail.ts'
import type { SessionCore } from '../core.ts'
import { type AccountRow, findAccount } from '../queries.ts'
import { tellResetRequest } from '../reports.ts'
import { endSessions } from '../sessions.ts'
import { decideRequest, endRequests, insertRequest, pendingRequest, resetEffectOf } from './reset-requests.ts'
import { endSteps, factorView, findFactors, forgetBrowsers, lockUser, replaceRecoveryCodes, unusedRecoveryCodes } from './queries.ts'

/** Factors of other people, for administrators. */
export interface UserFactors {
  /** @throws not_found */
  list(principal: Principal, userId: string): Promise<ResponseOf<typeof listUserFactors>>
  /**
   * Resets the factors, or asks for the approval of another administrator.
   * @throws not_found, user_is_self, administrator_only, factors_missing, factor_reset_waiting, person_needed
   */
  reset(principal: Principal, userId: string, reason: string, client: Client): Promise<ResponseOf<typeof resetUserFactors>>
  /**
   * Approves or refuses such a request. Returns how many factors were removed.
   * @throws not_found, administrator_only, person_needed, factor_reset_own, factor_reset_ended, factors_missing
   */
  decide(principal: Principal, request: RequestName, decision: Decision, client: Client): Promise<number>
  withoutFactor(principal: Principal, audience: FactorAudience): Promise<ResponseOf<typeof listWithoutFactor>>
}

interface RequestName {
  userId: string
  requestId: string
}
type Decision = BodyOf<typeof decideFactorReset>['decision']

const peopleShown = 10

export function createUserFactors({ db, settings, policies }: SessionCore): UserFactors {
  const whoOf = ({ user_id: userId, username }: AccountRow, { address, userAgent }: Client) => ({ userId, username, address, userAgent })

  async function removeAll(
    tx: TenantTransaction,
    account: AccountRow,
    said: { reason: string; by: string; approvedBy?: string },
    client: Client,
  ): Promise<number> {
    const { user_id: userId } = account
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
    await endRequests(tx, userId)
    const ended = await endSessions(tx, userId, 'factors_reset', { now: settings.now })
    const details = { ...said, removed: removed.length, endedSessions: ended.length }
    await recordEvent(tx, { kind: 'factors_reset', outcome: 'success', ...whoOf(account, client), details })
    await mailDone(tx, settings, account, 'factors_reset')
    return removed.length
  }

  return {
    async list(principal, userId) {
      const { secondFactor } = await policies.of(principal.tenantId)
      return withTenant(
        db,
        contextOf(principal, ''),
        async (tx) => {
          if (!(await findAccount(tx, userId))) throw problem('not_found')
          const factors = await findFactors(tx, userId)
          return {
            factors: factors.map(factorView),
            recoveryCodesLeft: (await unusedRecoveryCodes(tx, userId)).left,
            resetEffect: await resetEffectOf(tx, secondFactor, userId, principal),
            resetRequest: await pendingRequest(tx, userId, principal, settings.now()),
          }
        },
        { readOnly: true },
      )
    },

    async reset(principal, userId, reason, client) {
      const { secondFactor } = await policies.of(principal.tenantId)
      const context = contextOf(principal, client.requestId)
      return withTenant(db, context, async (tx) => {
        const account = await findAccount(tx, userId)
        if (!account) throw problem('not_found')
        if (userId === principal.id) throw problem('user_is_self')
        await new Guard(tx, context.actor).mayChangeUsers([userId])
        await lockUser(tx, userId)
        if ((await resetEffectOf(tx, secondFactor, userId, principal)) !== 'approval') {
          return { removed: await removeAll(tx, account, { reason, by: principal.name }, client), request: null }
        }
        // The owner of a key can also be the one who approves.
        if (principal.type !== 'user') throw problem('person_needed')
        if ((await findFactors(tx, userId)).length === 0) throw problem('factors_missing')
        const time = settings.now()
        const request = await insertRequest(tx, account, { principal, reason, time })
        const details = { reason, by: principal.name, until: request.expiresTime }
        await recordEvent(tx, { kind: 'factors_reset_requested', outcome: 'success', ...whoOf(account, client), details })
        await tellResetRequest(tx, account, { by: principal.name, time })
        await publish(tx, {
          messageType: 'FactorResetRequested',
          parameters: { userId, username: account.username, askedBy: principal.name },
          ExpiresAt: request.expiresTime,
        })
        return { removed: 0, request }
      })
    },

    decide(principal, { userId, requestId }, decision, client) {
      const context = contextOf(principal, client.requestId)
      return withTenant(db, context, async (tx) => {
        const account = await findAccount(tx, userId)
        if (!account) throw problem('not_found')
        if (principal.type !== 'user') throw problem('person_needed')
        await new Guard(tx, context.actor).mustBeAdministrator()
        await lockUser(tx, userId)
        const deciding = { principal, time: settings.now() }
        const { reason, asked_by_name: by } = await decideRequest(tx, { userId, requestId }, decision, deciding)
        if (decision === 'approve') return removeAll(tx, account, { reason, by, approvedBy: principal.name }, client)
        const details = { reason, by: principal.name }
        await recordEvent(tx, { kind: 'factors_reset_refused', outcome: 'success', ...whoOf(account, client), details })
        return 0
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
