import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '@steward/contract/users/schemas'
import { userQuery } from './queries.ts'

/** A tab's content about the panel's user, who is loaded by the panel. */
export function KnownUser({ userId, children }: { userId: string; children: (user: User) => ReactNode }) {
  const { data } = useQuery(userQuery(userId))
  return data === undefined ? null : children(data.data)
}
