import type { Preview } from '@steward/contract/changes/schemas'
import { bulkUsers } from '@steward/contract/users/endpoints'
import { changeMatchingUsers } from '@steward/contract/users/matching-endpoints'
import { type Previewed, usePreview } from '../effects/preview.ts'
import type { SkippedOne } from '../ui/overlay/Skipped.tsx'
import type { BulkAction, UserRef } from './bulkActions.ts'
import { changeOf, usersPerCall } from './changeUsers.ts'

interface ActionPreview {
  /** Undefined while it is not known what to preview, and for more users than one call changes. */
  preview: Previewed | undefined
  /** The users whom the server would not refuse it for, as far as they were named. */
  possible: readonly UserRef[]
  skipped: readonly SkippedOne[]
  skippedCount: number
  /** It would be refused for all of them. */
  isRefused: boolean
}

/** What an action would do to the users, and whom it would skip. */
export function useActionPreview(action: BulkAction, group: { groupId: string } | undefined): ActionPreview {
  const { selected, matching } = previewedCalls(action, group)
  const ofSelected = usePreview(bulkUsers, selected)
  const ofMatching = usePreview(changeMatchingUsers, matching)
  const preview = selected ? ofSelected : matching ? ofMatching : undefined
  // What is known of another group says nothing about this one.
  const said = preview?.query.isPlaceholderData ? undefined : preview?.query.data
  const skippedCount = said?.refusedCount ?? 0
  return {
    preview,
    ...splitUsers(action, said?.refused),
    skippedCount,
    isRefused: skippedCount > 0 && skippedCount === (action.matching?.count ?? action.users.length),
  }
}

/** The call to preview, where it is about no more users than one call changes. */
function previewedCalls({ kind, users, matching }: BulkAction, group: { groupId: string } | undefined) {
  const change = changeOf(kind, group)
  if (change === undefined || (matching?.count ?? users.length) > usersPerCall) return {}
  if (matching) return { matching: { body: { filter: matching.filter, change } } }
  return { selected: { body: { userIds: users.map(({ userId }) => userId), change } } }
}

function splitUsers({ users, matching }: BulkAction, refused: Preview['refused'] = []) {
  const reasons = new Map(refused.map(({ id, message }) => [id, message]))
  return {
    possible: users.filter(({ userId }) => !reasons.has(userId)),
    skipped: matching
      ? refused.map(({ name, message }): SkippedOne => ({ name, reason: message }))
      : users.flatMap(({ userId, name }): SkippedOne[] => {
          const reason = reasons.get(userId)
          return reason === undefined ? [] : [{ name, reason }]
        }),
  }
}
