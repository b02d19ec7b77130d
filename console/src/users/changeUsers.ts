import type { BodyOf, ResponseOf } from '@steward/contract/http'
import { mostUsersAtOnce } from '@steward/contract/users/constants'
import { bulkUsers } from '@steward/contract/users/endpoints'
import { api } from '../api/client.ts'
import type { BulkActionKind } from './bulkActions.ts'

export type UserChange = BodyOf<typeof bulkUsers>['change']
export type BulkOutcome = ResponseOf<typeof bulkUsers>

/** Applies an action to many users in batches; it succeeds or fails for each user separately. */
export async function changeUsers(userIds: readonly string[], change: UserChange): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { succeeded: [], failed: [] }
  for (let start = 0; start < userIds.length; start += mostUsersAtOnce) {
    const part = await api(bulkUsers, { body: { userIds: userIds.slice(start, start + mostUsersAtOnce), change } })
    outcome.succeeded.push(...part.succeeded)
    outcome.failed.push(...part.failed)
  }
  return outcome
}

/** What an action asks of the server; undefined while its group is not chosen. */
export function changeOf(kind: BulkActionKind, group: { groupId: string } | undefined): UserChange | undefined {
  switch (kind) {
    case 'addToGroup':
    case 'removeFromGroup':
      return group && { action: kind, groupId: group.groupId }
    case 'delete':
    case 'disable':
    case 'enable':
    case 'resendActivation':
    case 'sendPasswordLink':
    case 'unlock':
    case 'endSessions':
      return { action: kind }
  }
}
