import type { BodyOf, ResponseOf } from '@steward/contract/http'
import { mostUsersAtOnce } from '@steward/contract/users/constants'
import type { bulkUsers } from '@steward/contract/users/endpoints'
import type { BulkAction, BulkActionKind } from './bulkActions.ts'

export type UserChange = BodyOf<typeof bulkUsers>['change']
export type BulkOutcome = ResponseOf<typeof bulkUsers>

/** The action, in the background if more users were selected than one call changes. */
export function inBackgroundIfMany(action: BulkAction): BulkAction {
  const { users } = action
  if (users.length <= mostUsersAtOnce) return action
  return { ...action, matching: { filter: { type: 'all', userIds: users.map(({ userId }) => userId) }, count: users.length } }
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
