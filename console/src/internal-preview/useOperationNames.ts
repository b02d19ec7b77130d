import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { jobTypesQuery } from '../jobs/queries.ts'
import { usePermission } from '../session/permissions/permissions.ts'

/** Names of job types for people who can open the job log; others see the code, and for types without a known name so does everyone. */
export function useOperationNames(): (operation: string) => string {
  const { data } = useQuery({ ...jobTypesQuery, enabled: usePermission('Navigation.JobLog') })
  const names = useMemo(() => new Map(data?.items.map(({ operation, name }) => [operation, name])), [data])
  return useCallback((operation: string) => names.get(operation) ?? operation, [names])
}
