import { keepPreviousData, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useCan } from '../session/permissions/permissions.ts'
import { useUser } from '../session/token/state.ts'
import type { Choice } from '../ui/form/Combobox.tsx'
import { useDebounced } from '../ui/form/useDebounced.ts'
import { groupChoices, roleChoices, userChoices } from '../users/choiceSources.ts'
import type { Command } from './commands.ts'
import { matchScore } from '../i18n/match.ts'
import { recentEntities, type EntityKind, type RecentEntity } from './recentEntities.ts'
import { foundKinds, sources, type FoundKind } from './sources.ts'

const shownOfEach = 5
const debounceMs = 150
/** A single Latin letter is too short to search for; a single Japanese character can be a name. */
const isEnough = (text: string): boolean => text.length >= 2 || /[^\p{ASCII}]/u.test(text)

export interface Found {
  sections: { id: FoundKind; title: string; commands: Command[] }[]
  isLoading: boolean
  /** Kinds whose search failed. */
  failed: string[]
  retry: () => void
}

const toCommand =
  (kind: FoundKind) =>
  ({ value, label, detail }: Choice): Command => ({
    id: `${kind}:${value}`,
    label,
    detail,
    icon: sources[kind].icon,
    target: { path: sources[kind].path(value) },
  })

// No automatic retries: users do not wait half a minute for a palette, they retry by hand.
const options = { retry: false, networkMode: 'always' } as const

/** The server's results for a text, once the user stops typing; an outdated search is canceled. */
export function useFound(typed: string): Found {
  const can = useCan()
  const text = typed.trim()
  const settled = useDebounced(text, debounceMs)
  const isAsked = isEnough(text) && isEnough(settled)
  const kinds = foundKinds.filter((kind) => can(sources[kind].permission))
  const results = useQueries({
    queries: kinds.map((kind) => ({
      ...sources[kind].matching(settled),
      ...options,
      enabled: isAsked,
      placeholderData: keepPreviousData,
    })),
  })
  if (!isAsked) return { sections: [], isLoading: kinds.length > 0 && isEnough(text), failed: [], retry: () => {} }
  const isOld = settled !== text
  return {
    sections: kinds.map((kind, index) => section(kind, text, isOld, results[index])).filter(({ commands }) => commands.length > 0),
    isLoading: isOld || results.some((result) => result.isFetching),
    failed: kinds.filter((_, index) => results[index]?.isError).map((kind) => sources[kind].title()),
    retry: () => void Promise.all(results.filter((result) => result.isError).map((result) => result.refetch())),
  }
}

function section(kind: FoundKind, text: string, isOld: boolean, result: UseQueryResult<Choice[]> | undefined) {
  const source = sources[kind]
  const choices = result?.data ?? []
  // Until the new results arrive, earlier results that still match stay.
  const fitting =
    isOld || result?.isPlaceholderData ? choices.filter((choice) => matchScore(text, choice.label, choice.detail) > 0) : choices
  const commands = fitting.slice(0, shownOfEach).map(toCommand(kind))
  const { all } = source
  if (all && fitting.length > shownOfEach)
    commands.push({ id: `${kind}:all`, label: all.label(text), icon: source.icon, target: { path: all.path(text) } })
  return { id: kind, title: source.title(), commands }
}

const named = { users: userChoices.named, groups: groupChoices.named, roles: roleChoices.named } satisfies Record<EntityKind, unknown>

/** Recently viewed entities with their current names; deleted ones are left out. */
export function useRecentEntities(): Command[] {
  const can = useCan()
  const { userId } = useUser()
  const entities = recentEntities(userId).filter(({ kind }) => can(sources[kind].permission))
  const results = useQueries({
    queries: entities.map(({ kind, id }: RecentEntity) => ({ ...named[kind](id), ...options })),
  })
  return entities.flatMap(({ kind }, index) => {
    const choice = results[index]?.data
    return choice === undefined ? [] : [toCommand(kind)(choice)]
  })
}
