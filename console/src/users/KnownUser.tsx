import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '@steward/contract/users/schemas'
import { userQuery } from './queries.ts'

/** The content of a tab about the panel's user, which the panel has loaded. */
export function KnownUser({ userId, children }: { userId: string; children: (user: User) => ReactNode }) {
  const { data } = useQuery(userQuery(userId))
  return data === undefined ? null : children(data.data)
}
