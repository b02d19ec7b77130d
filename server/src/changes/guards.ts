import { problem } from '@steward/contract/errors'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { type Guard, administratorsAmong, reachOfGroups, reachOfRoles } from '../access/guard.ts'
import type { UndoableTable } from '../db/imaged-tables.ts'
import type { Actor, TenantTransaction } from '../db/tenant.ts'
import { lockGroups } from '../groups/membership.ts'
import { mustBeNoAnchors } from '../reference-data/currencies/put-back.ts'
import type { Columns, Image } from './images.ts'

/** The rules of ordinary calls for what an undo puts back. An image's `before` is what will be. */

/** The permission to write each table; of several, one is enough. */
export const permissionsFor: Readonly<Record<UndoableTable, readonly [PermissionName, ...PermissionName[]]>> = {
  api_key: ['Admin.EditApiKeys'],
  api_key_group: ['Admin.EditApiKeys'],
  app_user: ['Admin.EditUsers'],
  currency: ['Admin.EditCurrencies'],
  currency_scheme: ['Admin.EditCurrencySchemes'],
  datastore_entry: ['Admin.EditTenantSettings'],
  group_member: ['Admin.EditGroups', 'Admin.EditUsers'],
  group_role: ['Admin.EditGroups'],
  log_stream: ['Admin.TenantAdministrator'],
  resource_group: ['Admin.EditResourceGroups'],
  resource_group_group: ['Admin.EditResourceGroups'],
  role: ['Admin.EditRoles'],
  role_action: ['Admin.EditRoles'],
  saved_view: ['Admin.TenantAdministrator'],
  tag: ['Admin.EditTags'],
  user_group: ['Admin.EditGroups'],
}

export const of = (images: readonly Image[], table: UndoableTable) => images.filter((image) => image.table === table)
const texts = (columns: readonly (Columns | null)[], name: string): string[] => [
  ...new Set(columns.map((one) => one?.[name]).filter((value): value is string => typeof value === 'string')),
]
export const keysIn = (images: readonly Image[], name: string): string[] =>
  texts(
    images.map(({ key }) => key),
    name,
  )

/**
 * Before anything is written: who and what can be changed.
 * @throws user_is_self, user_managed_elsewhere, group_managed_elsewhere, group_reserved, administrator_only, currency_is_anchor
 */
export async function mayChange(tx: TenantTransaction, guard: Guard, actor: Actor, images: readonly Image[]): Promise<void> {
  const users = of(images, 'app_user')
  const losing = users.filter(({ before }) => before === null || before['is_disabled'] === true)
  if (losing.some(({ key }) => key['user_id'] === actor.id)) throw problem('user_is_self')
  const isElsewhere = ({ before, after }: Image) => before?.['status'] === 'EXTERNAL_PROVIDER' || after?.['status'] === 'EXTERNAL_PROVIDER'
  if (users.some(isElsewhere)) throw problem('user_managed_elsewhere')
  const groups = await lockGroups(
    tx,
    keysIn([...of(images, 'user_group'), ...of(images, 'group_member'), ...of(images, 'group_role')], 'group_id'),
  )
  const membersOrNames = new Set([
    ...keysIn(of(images, 'group_member'), 'group_id'),
    ...keysIn(
      of(images, 'user_group').filter(({ before }) => before === null || 'group_name' in before),
      'group_id',
    ),
  ])
  if (groups.some((group) => group.managed_by_provider && membersOrNames.has(group.group_id))) throw problem('group_managed_elsewhere')
  const inactive = of(images, 'currency').filter(({ before, after }) => before?.['is_active'] === false && after !== null)
  await mustBeNoAnchors(tx, keysIn(inactive, 'currency_code'))
  // Also remembers what the actor has before the undo could give more.
  if (await guard.isAdministrator()) return
  const changedUsers = keysIn(users, 'user_id').filter((userId) => userId !== actor.id)
  if ((await administratorsAmong(tx, changedUsers)).size > 0) throw problem('administrator_only')
  const taken = [...of(images, 'user_group'), ...of(images, 'group_member').filter(({ before }) => before === null)]
  if ((await reachOfGroups(tx, keysIn(taken, 'group_id'))).isAdministrator) throw problem('administrator_only')
  const roles = keysIn(
    of(images, 'group_role').filter(({ before }) => before === null),
    'role_id',
  )
  if ((await reachOfRoles(tx, roles)).isAdministrator) throw problem('administrator_only')
}

/**
 * When everything is written: whether the actor could have given it.
 * @throws administrator_only, grant_exceeds_own
 */
export async function mayGive(tx: TenantTransaction, guard: Guard, images: readonly Image[]): Promise<void> {
  const back = images.filter(({ before }) => before !== null)
  const groups = [...of(back, 'group_member'), ...of(back, 'api_key_group'), ...of(back, 'user_group').filter(isEnabledAgain)]
  await guard.mayGiveGroups(keysIn(groups, 'group_id'))
  await guard.mayGive(await reachOfRoles(tx, keysIn(of(back, 'group_role'), 'role_id')))
  const lacking = await guard.lacking(keysIn(of(back, 'role_action'), 'action_name'))
  if (lacking.length > 0) throw problem('grant_exceeds_own', { actions: lacking.join(', ') })
}

const isEnabledAgain = ({ before }: Image): boolean => before?.['status'] === 'Enabled'
