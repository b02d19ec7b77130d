import { useState } from 'react'
import type { Preview } from '@steward/contract/changes/schemas'
import { mostUsersAtOnce } from '@steward/contract/users/constants'
import { bulkUsers } from '@steward/contract/users/endpoints'
import { changeMatchingUsers } from '@steward/contract/users/matching-endpoints'
import { type Previewed, usePreview } from '../effects/preview.ts'
import type { SkippedOne } from '../ui/overlay/Skipped.tsx'
import type { BulkAction, UserRef } from './bulkActions.ts'
import { changeOf } from './changeUsers.ts'

interface ActionPreview {
  /** Undefined while it is not known what to preview, and until a preview of so many users is asked for. */
  preview: Previewed | undefined
  /** Asks for the preview of more users than are previewed unasked. */
  ask: (() => void) | undefined
  /** The users whom the server would not refuse it for, as far as they were named. */
  possible: readonly UserRef[]
  skipped: readonly SkippedOne[]
  skippedCount: number
  /** It would be refused for all of them. */
  isRefused: boolean
}

/** What an action would do to the users, and whom it would skip. */
export function useActionPreview(action: BulkAction, group: { groupId: string } | undefined): ActionPreview {
  const [isAsked, setAsked] = useState(false)
  const { selected, matching } = previewedCalls(action, group)
  // More are locked for seconds. Their sign-ins wait, and are refused after two seconds.
  const waits = matching !== undefined && countOf(action) > mostUsersAtOnce && !isAsked
  const refreshMs = countOf(action) > refreshedUsers ? manyRefreshMs : undefined
  const ofSelected = usePreview(bulkUsers, selected, refreshMs)
  const ofMatching = usePreview(changeMatchingUsers, waits ? undefined : matching, refreshMs)
  const preview = selected ? ofSelected : matching && !waits ? ofMatching : undefined
  // What is known of another group says nothing about this one.
  const said = preview?.query.isPlaceholderData ? undefined : preview?.query.data
  const skippedCount = said?.refusedCount ?? 0
  return {
    preview,
    ask: waits ? () => setAsked(true) : undefined,
    ...splitUsers(action, said?.refused),
    skippedCount,
    isRefused: skippedCount > 0 && skippedCount === countOf(action),
  }
}

/** A preview of more users is repeated less often when others change something. */
const refreshedUsers = 500
const manyRefreshMs = 60_000
const countOf = ({ users, matching }: BulkAction) => matching?.count ?? users.length

/** The call to preview. */
function previewedCalls(action: BulkAction, group: { groupId: string } | undefined) {
  const { kind, users, matching } = action
  const change = changeOf(kind, group)
  if (change === undefined) return {}
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
