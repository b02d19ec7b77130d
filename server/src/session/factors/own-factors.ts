import { problem } from '@steward/contract/errors'
import type { AuthenticatorSetup, Factor, OwnFactors, PasskeyAttestation, PasskeyCreation } from '@steward/contract/session/factors-schemas'
import { type TenantTransaction, tenantIdOf, withTenant } from '../../db/tenant.ts'
import type { Client } from '../../http/client.ts'
import { contextOf } from '../../http/context.ts'
import type { Principal } from '../../http/principal.ts'
import { recordEvent } from '../../system-log/record.ts'
import { type SessionCore, usesPassword } from '../core.ts'
import { type AccountRow, findAccount } from '../queries.ts'
import { tellFactorChange } from '../reports.ts'
import { dueTime, isAsked } from './demand.ts'
import type { AddedFactor, Enrolling } from './enrolling.ts'
import { eventDetails, factorView, findFactors, forgetBrowsers, lockUser, replaceRecoveryCodes, unusedRecoveryCodes } from './queries.ts'

/** A person's own factors, in the profile. */
export interface OwnFactorsService {
  list(principal: Principal): Promise<OwnFactors>
  setUpAuthenticator(principal: Principal): Promise<AuthenticatorSetup>
  setUpPasskey(principal: Principal): Promise<PasskeyCreation>
  addAuthenticator(
    principal: Principal,
    added: { setupToken: string; code: string; name?: string | undefined },
    client: Client,
  ): Promise<AddedFactor>
  addPasskey(
    principal: Principal,
    added: { credential: PasskeyAttestation; name?: string | undefined },
    client: Client,
  ): Promise<AddedFactor>
  /** @throws not_found */
  rename(principal: Principal, factorId: string, name: string): Promise<Factor>
  /** @throws not_found, factor_required */
  remove(principal: Principal, factorId: string, client: Client): Promise<void>
  /** @throws factors_missing */
  renewCodes(principal: Principal, client: Client): Promise<string[]>
  forgetBrowsers(principal: Principal): Promise<void>
}

export function createOwnFactors({ db, settings, policies }: SessionCore, enrolling: Enrolling): OwnFactorsService {
  const asOwn = <T>(principal: Principal, client: Client | undefined, work: (tx: TenantTransaction, account: AccountRow) => Promise<T>) =>
    withTenant(db, contextOf(principal, client?.requestId ?? ''), async (tx) => work(tx, await accountOf(tx, principal)))

  /** A challenge in the profile belongs to the session. */
  const purposeOf = ({ sessionId = '' }: Principal) => ({ purpose: 'registration', subject: sessionId }) as const

  return {
    async list(principal) {
      const { secondFactor } = await policies.of(principal.tenantId)
      return withTenant(
        db,
        contextOf(principal, ''),
        async (tx) => {
          const account = await accountOf(tx, principal)
          const [factors, codes, browsers, isRequired] = await Promise.all([
            findFactors(tx, principal.id),
            unusedRecoveryCodes(tx, principal.id),
            countBrowsers(tx, principal.id, settings.now()),
            usesPassword(account) ? isAsked(tx, principal.id, secondFactor) : false,
          ])
          const isMissing = isRequired && !factors.some(({ kind }) => secondFactor.kinds.includes(kind))
          return {
            factors: factors.map(factorView),
            recoveryCodes: codes.createdAt ? { left: codes.left, createdTime: codes.createdAt.toISOString() } : null,
            allowedKinds: usesPassword(account) ? secondFactor.kinds : [],
            isRequired,
            dueTime: isMissing ? dueTime(account, secondFactor).toISOString() : null,
            rememberedBrowsers: browsers,
          }
        },
        { readOnly: true },
      )
    },
    setUpAuthenticator: (principal) => asOwn(principal, undefined, (tx, account) => enrolling.setUpAuthenticator(tx, account)),
    setUpPasskey: (principal) => asOwn(principal, undefined, (tx, account) => enrolling.setUpPasskey(tx, account, purposeOf(principal))),
    addAuthenticator: (principal, added, client) =>
      asOwn(principal, client, (tx, account) => enrolling.add(tx, account, { kind: 'authenticator', ...added }, client)),
    addPasskey: (principal, added, client) =>
      asOwn(principal, client, (tx, account) =>
        enrolling.add(tx, account, { kind: 'passkey', ...added, use: purposeOf(principal) }, client),
      ),
    rename: (principal, factorId, name) =>
      asOwn(principal, undefined, async (tx) => {
        const row = await tx
          .updateTable('sign_in_factor')
          .set({ factor_name: name })
          .where('tenant_id', '=', tenantIdOf(tx))
          .where('user_id', '=', principal.id)
          .where('factor_id', '=', factorId)
          .returningAll()
          .executeTakeFirst()
        if (!row) throw problem('not_found')
        return factorView(row)
      }),
    async remove(principal, factorId, client) {
      const { secondFactor } = await policies.of(principal.tenantId)
      await asOwn(principal, client, async (tx, account) => {
        await lockUser(tx, principal.id)
        const factors = await findFactors(tx, principal.id)
        const removed = factors.find((factor) => factor.factor_id === factorId)
        if (!removed) throw problem('not_found')
        const others = factors.filter((factor) => factor !== removed)
        const isNeeded = !others.some(({ kind }) => secondFactor.kinds.includes(kind))
        if (isNeeded && usesPassword(account) && (await isAsked(tx, principal.id, secondFactor))) throw problem('factor_required')
        await tx
          .deleteFrom('sign_in_factor')
          .where('tenant_id', '=', tenantIdOf(tx))
          .where('user_id', '=', principal.id)
          .where('factor_id', '=', factorId)
          .execute()
        if (others.length === 0) await replaceRecoveryCodes(tx, principal.id, [], settings.now())
        await forgetBrowsers(tx, principal.id)
        const { address, userAgent } = client
        const who = { userId: principal.id, username: account.username, address, userAgent }
        await recordEvent(tx, { kind: 'factor_removed', outcome: 'success', ...who, details: eventDetails(removed) })
        await tellFactorChange(tx, account, { change: 'removed', kind: removed.kind, time: settings.now() })
      })
    },
    renewCodes: (principal, client) =>
      asOwn(principal, client, async (tx, account) => {
        await lockUser(tx, principal.id)
        if ((await findFactors(tx, principal.id)).length === 0) throw problem('factors_missing')
        return enrolling.newCodes(tx, account, client)
      }),
    forgetBrowsers: (principal) => asOwn(principal, undefined, (tx) => forgetBrowsers(tx, principal.id)),
  }
}

async function accountOf(tx: TenantTransaction, principal: Principal): Promise<AccountRow> {
  const account = await findAccount(tx, principal.id)
  if (!account) throw problem('not_found')
  return account
}

async function countBrowsers(tx: TenantTransaction, userId: string, time: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('remembered_browser')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant_id', '=', tenantIdOf(tx))
    .where('user_id', '=', userId)
    .where('expires_at', '>', time)
    .executeTakeFirstOrThrow()
  return n
}
