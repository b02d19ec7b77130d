import type { GrantOption } from '@steward/contract/access/schemas'
import { getGroup, patchGroup } from '@steward/contract/groups/endpoints'
import { bulkUsers } from '@steward/contract/users/endpoints'
import { api, apiWithEtag } from '../api/client.ts'
import { invalidateTables } from '../api/query.ts'
import { userTables } from '../users/queries.ts'

/** Makes a grant as the pages of users and groups would. Returns why it was refused. */
export async function makeGrant(userId: string, { groupId, role }: GrantOption): Promise<string | undefined> {
  if (role !== null) {
    const { etag } = await apiWithEtag(getGroup, { params: { groupId } })
    const body = [{ operation: 'Add' as const, targetProperty: 'RoleIds' as const, value: [role.roleId] }]
    await api(patchGroup, { params: { groupId }, body, ifMatch: etag })
    return invalidateTables(userTables).then(() => undefined)
  }
  const { failed } = await api(bulkUsers, { body: { userIds: [userId], change: { action: 'addToGroup', groupId } } })
  await invalidateTables(userTables)
  return failed[0]?.message
}
