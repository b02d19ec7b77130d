import { keepPreviousData, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { ShieldCheck, UserRound, UsersRound, type LucideIcon } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { useCan } from '../session/permissions/permissions.ts'
import { useUser } from '../session/token/state.ts'
import type { ChoiceSource } from '../ui/form/choiceSource.ts'
import type { Choice } from '../ui/form/Combobox.tsx'
import { useDebounced } from '../ui/form/useDebounced.ts'
import { groupChoices, roleChoices, userChoices } from '../users/choiceSources.ts'
import type { Command } from './commands.ts'
import { matchScore } from './match.ts'
import { entityKinds, pathOf, recentEntities, type EntityKind, type RecentEntity } from './recentEntities.ts'

/** People, groups and roles, searched on the server if the user can see them. */

interface Source {
  title: () => string
  all: (text: string) => string
  icon: LucideIcon
  permission: PermissionName
  choices: ChoiceSource
}

const sources: Record<EntityKind, Source> = {
  users: {
    title: m.palette_people,
    all: (text) => m.palette_all_people({ text }),
    icon: UserRound,
    permission: 'Navigation.UserManagement',
    choices: userChoices,
  },
  groups: {
    title: m.menu_groups,
    all: (text) => m.palette_all_groups({ text }),
    icon: UsersRound,
    permission: 'Navigation.GroupManagement',
    choices: groupChoices,
  },
  roles: {
    title: m.menu_roles,
    all: (text) => m.palette_all_roles({ text }),
    icon: ShieldCheck,
    permission: 'Navigation.RoleManagementWithFeatureFlags',
    choices: roleChoices,
  },
}

const shownOfEach = 5
const debounceMs = 150
/** A single Latin letter is too short to search for; a single Japanese character can be a name. */
const isEnough = (text: string): boolean => text.length >= 2 || /[^\p{ASCII}]/u.test(text)

export interface Found {
  sections: { id: EntityKind; title: string; commands: Command[] }[]
  isLoading: boolean
  /** Kinds whose search failed. */
  failed: string[]
  retry: () => void
}

const toCommand =
  (kind: EntityKind) =>
  ({ value, label, detail }: Choice): Command => ({
    id: `${kind}:${value}`,
    label,
    detail,
    icon: sources[kind].icon,
    target: { path: pathOf({ kind, id: value }) },
  })

// No automatic retries: users do not wait half a minute for a palette, they retry by hand.
const options = { retry: false, networkMode: 'always' } as const

/** The server's results for a text, once the user stops typing; an outdated search is canceled. */
export function useFound(typed: string): Found {
  const can = useCan()
  const text = typed.trim()
  const settled = useDebounced(text, debounceMs)
  const isAsked = isEnough(text) && isEnough(settled)
  const kinds = entityKinds.filter((kind) => can(sources[kind].permission))
  const results = useQueries({
    queries: kinds.map((kind) => ({
      ...sources[kind].choices.matching(settled),
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

function section(kind: EntityKind, text: string, isOld: boolean, result: UseQueryResult<Choice[]> | undefined) {
  const source = sources[kind]
  const choices = result?.data ?? []
  // Until the new results arrive, earlier results that still match stay.
  const fitting =
    isOld || result?.isPlaceholderData ? choices.filter((choice) => matchScore(text, choice.label, choice.detail) > 0) : choices
  const commands = fitting.slice(0, shownOfEach).map(toCommand(kind))
  if (fitting.length > shownOfEach) {
    const path = `/user-administration/${kind}?${new URLSearchParams({ q: text })}`
    commands.push({ id: `${kind}:all`, label: source.all(text), icon: source.icon, target: { path } })
  }
  return { id: kind, title: source.title(), commands }
}

/** Recently viewed entities with their current names; deleted ones are left out. */
export function useRecentEntities(): Command[] {
  const can = useCan()
  const { userId } = useUser()
  const entities = recentEntities(userId).filter(({ kind }) => can(sources[kind].permission))
  const results = useQueries({
    queries: entities.map(({ kind, id }: RecentEntity) => ({ ...sources[kind].choices.named(id), ...options })),
  })
  return entities.flatMap(({ kind }, index) => {
    const choice = results[index]?.data
    return choice === undefined ? [] : [toCommand(kind)(choice)]
  })
}
