import { useQuery } from '@tanstack/react-query'
import type { Reason } from '@steward/contract/rules/expression'
import { evaluate } from '@steward/contract/rules/permissions'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { useAuth } from '../session/token/state.ts'

export interface Refusal {
  permission: string
  reason: Reason
  /** When the facts behind it were read. */
  asOf: string
}

/** Why the signed-in user lacks a permission; undefined until that is known, or if they have it. */
export function useRefusal(permission: string | undefined): Refusal | undefined {
  const { isAuthenticated } = useAuth()
  // Before sign-in, there are no permissions to read.
  const { data } = useQuery({ ...permissionsQuery, enabled: isAuthenticated, notifyOnChangeProps: ['data'] })
  if (permission === undefined || data?.facts === undefined) return undefined
  const { granted, reason } = evaluate(permission, data.facts)
  return granted || reason.kind === 'unknown' ? undefined : { permission, reason, asOf: data.facts.asOf }
}
