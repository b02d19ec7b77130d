import type { BodyOf, ResponseOf } from '@steward/contract/http'
import { bulkUsers } from '@steward/contract/users/endpoints'
import { api } from '../api/client.ts'

export type UserChange = BodyOf<typeof bulkUsers>['change']
export type BulkOutcome = ResponseOf<typeof bulkUsers>

/** The contract's limit of users per call. */
const usersPerCall = 500

/** Applies an action to many users in batches; it succeeds or fails for each user separately. */
export async function changeUsers(userIds: readonly string[], change: UserChange): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { succeeded: [], failed: [] }
  for (let start = 0; start < userIds.length; start += usersPerCall) {
    const part = await api(bulkUsers, { body: { userIds: userIds.slice(start, start + usersPerCall), change } })
    outcome.succeeded.push(...part.succeeded)
    outcome.failed.push(...part.failed)
  }
  return outcome
}
