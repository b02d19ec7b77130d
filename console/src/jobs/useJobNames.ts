import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { queryClient } from '../api/query.ts'
import { jobTypesQuery } from './queries.ts'

interface JobNames {
  /** The name of a job type in the language shown; its code where no name is known. */
  nameOf: (operation: string) => string
  /** False until the names are there, or cannot be read. */
  isReady: boolean
}

/** Names of job types. A type that has its first job is looked up when it is shown. */
export function useJobNames(shown: readonly { operation: string }[]): JobNames {
  const { data, isPending, dataUpdatedAt } = useQuery(jobTypesQuery)
  const names = useMemo(() => new Map(data?.items.map(({ operation, name }) => [operation, name])), [data])
  const isNew = data !== undefined && shown.some(({ operation }) => !names.has(operation))
  useEffect(() => {
    // A type that the server does not name either is not asked for again and again.
    if (isNew && Date.now() - dataUpdatedAt > newTypesMs) void queryClient.invalidateQueries({ queryKey: jobTypesQuery.queryKey })
  }, [isNew, dataUpdatedAt])
  return { nameOf: useCallback((operation: string) => names.get(operation) ?? operation, [names]), isReady: !isPending }
}

const newTypesMs = 60_000
