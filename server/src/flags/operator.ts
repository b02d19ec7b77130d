import { userInfo } from 'node:os'
import type { FlagName } from '@steward/contract/catalog/flags'
import { featureFlags } from '@steward/contract/catalog/flags'
import type { FlagInput } from '@steward/contract/rules/permission-inputs'
import type { FlagSetting } from '@steward/contract/rules/flags'
import type { Db } from '../db/pool.ts'
import { type TenantTransaction, asOwner, operator } from '../db/tenant.ts'
import { type EventDetails, recordEvent, recordEverywhere } from '../system-log/record.ts'
import { decideFlags } from './permission-inputs.ts'
import { readFlagRows } from './queries.ts'

/** Flags for the operator; not reachable over HTTP. Changes are announced and recorded in the system log. */

/** The scope of a flag's value. */
export type FlagScope =
  | { kind: 'everyone' }
  | { kind: 'tenant'; tenantId: string; tenantName: string }
  | { kind: 'user'; tenantId: string; tenantName: string; userId: string; username: string }

/** `on`, `off` or a share of the users such as `25%`. */
export type FlagValue = FlagSetting

export const flagText = (value: FlagValue | null): string =>
  value === null ? 'not set' : value.percentage !== null ? `${value.percentage}%` : value.isEnabled ? 'on' : 'off'

/** All values set for a flag. */
export interface FlagState {
  flagName: FlagName
  description: string
  byDefault: boolean
  isStopped: boolean
  everyone: FlagValue | null
  tenants: ({ tenantName: string } & FlagValue)[]
  users: { tenantName: string; username: string; isEnabled: boolean }[]
}

/** The values set for these flags, in the order of the catalog. */
export function readFlagStates(db: Db, flagNames: readonly FlagName[]): Promise<FlagState[]> {
  return asOwner(
    db,
    'operator',
    async (tx) => {
      const flags = await tx.selectFrom('feature_flag').selectAll().where('flag_name', 'in', flagNames).execute()
      const tenants = await tx
        .selectFrom('feature_flag_override as o')
        .innerJoin('tenant as t', 't.tenant_id', 'o.tenant_id')
        .select(['o.flag_name', 't.tenant_name', 'o.is_enabled', 'o.percentage'])
        .where('o.flag_name', 'in', flagNames)
        .orderBy('t.tenant_name')
        .execute()
      const users = await tx
        .selectFrom('feature_flag_user as f')
        .innerJoin('tenant as t', 't.tenant_id', 'f.tenant_id')
        .innerJoin('app_user as u', (join) => join.onRef('u.tenant_id', '=', 'f.tenant_id').onRef('u.user_id', '=', 'f.user_id'))
        .select(['f.flag_name', 't.tenant_name', 'u.username', 'f.is_enabled'])
        .where('f.flag_name', 'in', flagNames)
        .orderBy('t.tenant_name')
        .orderBy('u.username_key')
        .execute()
      return featureFlags.flatMap(({ flagName, description, isEnabled }) => {
        if (!flagNames.includes(flagName)) return []
        const row = flags.find((flag) => flag.flag_name === flagName)
        const ofFlag = <T extends { flag_name: string }>(rows: readonly T[]) => rows.filter((one) => one.flag_name === flagName)
        const state: FlagState = {
          flagName,
          description,
          byDefault: isEnabled,
          isStopped: row?.is_stopped ?? false,
          everyone: row?.is_set ? { isEnabled: row.is_enabled, percentage: row.percentage } : null,
          tenants: ofFlag(tenants).map((one) => ({
            tenantName: one.tenant_name,
            isEnabled: one.is_enabled,
            percentage: one.percentage,
          })),
          users: ofFlag(users).map((one) => ({ tenantName: one.tenant_name, username: one.username, isEnabled: one.is_enabled })),
        }
        return [state]
      })
    },
    { readOnly: true },
  )
}

/** The value of every flag by our own tables, for a tenant or a user. */
export function decideFor(db: Db, scope: Exclude<FlagScope, { kind: 'everyone' }>): Promise<Record<string, FlagInput>> {
  const userId = scope.kind === 'user' ? scope.userId : null
  return asOwner(db, 'operator', async (tx) => decideFlags(await readFlagRows(tx, userId), userId ?? ''), {
    tenantId: scope.tenantId,
    readOnly: true,
  })
}

/** The user with a name in a tenant. */
export function findUser(db: Db, tenantId: string, username: string) {
  return asOwner(
    db,
    'operator',
    (tx) =>
      tx
        .selectFrom('app_user')
        .select(['user_id', 'username'])
        .where('tenant_id', '=', tenantId)
        .where('username_key', '=', username.toLowerCase())
        .executeTakeFirst(),
    { readOnly: true },
  )
}

/** Sets a flag for a scope, or removes its value (`null`). Returns the previous value; setting the same value changes nothing. */
export function setFlag(db: Db, flagName: FlagName, scope: FlagScope, value: FlagValue | null): Promise<FlagValue | null> {
  return inScope(db, scope, async (tx) => {
    const before = await storedValue(tx, flagName, scope)
    if (flagText(before) === flagText(value)) return before
    await store(tx, flagName, scope, value)
    await note(tx, scope, { flag: flagName, from: flagText(before), to: flagText(value) })
    return before
  })
}

/** Turns a flag off for everyone regardless of its values, or restores them. Returns whether that changed it. */
export function stopFlag(db: Db, flagName: FlagName, isStopped: boolean): Promise<boolean> {
  const scope: FlagScope = { kind: 'everyone' }
  return inScope(db, scope, async (tx) => {
    const result = await tx
      .updateTable('feature_flag')
      .set({ is_stopped: isStopped, updated_at: new Date() })
      .where('flag_name', '=', flagName)
      .where('is_stopped', '!=', isStopped)
      .executeTakeFirst()
    if (result.numUpdatedRows === 0n) return false
    await note(tx, scope, { flag: flagName, from: isStopped ? 'going' : 'stopped', to: isStopped ? 'stopped' : 'going' })
    return true
  })
}

function inScope<T>(db: Db, scope: FlagScope, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  return asOwner(db, 'operator', work, {
    actor: operator,
    ...(scope.kind === 'everyone' ? { forEveryTenant: true } : { tenantId: scope.tenantId }),
  })
}

async function storedValue(tx: TenantTransaction, flagName: FlagName, scope: FlagScope): Promise<FlagValue | null> {
  if (scope.kind === 'everyone') {
    const row = await tx.selectFrom('feature_flag').selectAll().where('flag_name', '=', flagName).forUpdate().executeTakeFirstOrThrow()
    return row.is_set ? { isEnabled: row.is_enabled, percentage: row.percentage } : null
  }
  if (scope.kind === 'tenant') {
    const row = await tx
      .selectFrom('feature_flag_override')
      .select(['is_enabled', 'percentage'])
      .where('tenant_id', '=', scope.tenantId)
      .where('flag_name', '=', flagName)
      .forUpdate()
      .executeTakeFirst()
    return row ? { isEnabled: row.is_enabled, percentage: row.percentage } : null
  }
  const row = await tx
    .selectFrom('feature_flag_user')
    .select('is_enabled')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', scope.userId)
    .where('flag_name', '=', flagName)
    .forUpdate()
    .executeTakeFirst()
  return row ? { isEnabled: row.is_enabled, percentage: null } : null
}

async function store(tx: TenantTransaction, flagName: FlagName, scope: FlagScope, value: FlagValue | null): Promise<void> {
  const updated_at = new Date()
  const values = value && { is_enabled: value.isEnabled, percentage: value.percentage }
  if (scope.kind === 'everyone') {
    const everyone = values ? { ...values, is_set: true } : { is_set: false, percentage: null }
    await tx
      .updateTable('feature_flag')
      .set({ ...everyone, updated_at })
      .where('flag_name', '=', flagName)
      .execute()
    return
  }
  const key = { tenant_id: scope.tenantId, flag_name: flagName }
  if (scope.kind === 'tenant') {
    if (!values) {
      await tx.deleteFrom('feature_flag_override').where('tenant_id', '=', key.tenant_id).where('flag_name', '=', flagName).execute()
      return
    }
    await tx
      .insertInto('feature_flag_override')
      .values({ ...key, ...values })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'flag_name']).doUpdateSet({ ...values, updated_at }))
      .execute()
    return
  }
  const { userId: user_id } = scope
  if (!values) {
    await tx
      .deleteFrom('feature_flag_user')
      .where('tenant_id', '=', key.tenant_id)
      .where('user_id', '=', user_id)
      .where('flag_name', '=', flagName)
      .execute()
    return
  }
  const { is_enabled } = values
  await tx
    .insertInto('feature_flag_user')
    .values({ ...key, user_id, is_enabled })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'flag_name']).doUpdateSet({ is_enabled, updated_at }))
    .execute()
}

/** Recorded in the system log of the tenant, or of every tenant, since it changes their features. */
async function note(tx: TenantTransaction, scope: FlagScope, details: EventDetails): Promise<void> {
  const event = {
    kind: 'flag_changed',
    outcome: 'success',
    username: `${operator.name} (${userInfo().username})`,
    userAgent: 'steward flag',
    details: { ...details, scope: scope.kind, ...(scope.kind === 'user' ? { user: scope.username } : {}) },
  } as const
  await (scope.kind === 'everyone' ? recordEverywhere(tx, event) : recordEvent(tx, event))
}
