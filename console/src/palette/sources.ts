import {
  Boxes,
  CandlestickChart,
  CalendarRange,
  KeyRound,
  ListChecks,
  ShieldCheck,
  Tags,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import type { Choice } from '../ui/form/Combobox.tsx'
import type { ChoiceQuery } from '../ui/form/choiceSource.ts'
import { groupChoices, roleChoices, userChoices } from '../users/choiceSources.ts'
import { entityKinds, pathOf, type EntityKind } from './recentEntities.ts'

/** What the palette searches on the server, each if the user can see it. */

/** Jobs are found by their whole id, so they come first. */
export const foundKinds = ['jobs', ...entityKinds, 'resourceGroups', 'keys', 'tags', 'schemes', 'vintages'] as const
export type FoundKind = (typeof foundKinds)[number]

interface Source {
  title: () => string
  icon: LucideIcon
  permission: PermissionName
  matching: (text: string) => ChoiceQuery<Choice[]>
  /** The path of a choice, by its value. */
  path: (value: string) => string
  /** The list of all that match. */
  all?: { label: (text: string) => string; path: (text: string) => string }
}

const keys = '/developer-administration/access-credentials'
const tags = '/reference-data/data-tags'
const schemes = '/reference-data/currencies/currency-schemes'
const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`
const entity = (kind: EntityKind) => (id: string) => pathOf({ kind, id })
const list = (kind: EntityKind) => (text: string) => `/user-administration/${kind}${query({ q: text })}`

type Matching = Source['matching']

/** A search whose code loads with the first text; without it the palette itself would need the code of every area. */
const late =
  (name: string, tables: readonly string[], load: () => Promise<Matching>): Matching =>
  (text) => ({
    queryKey: ['choices', name, text],
    queryFn: async (context) => {
      const { signal } = context
      const matching = await load()
      signal.throwIfAborted()
      return matching(text).queryFn(context)
    },
    meta: { tables },
  })

export const sources: Record<FoundKind, Source> = {
  users: {
    title: m.palette_people,
    icon: UserRound,
    permission: 'Navigation.UserManagement',
    matching: userChoices.matching,
    path: entity('users'),
    all: { label: (text) => m.palette_all_people({ text }), path: list('users') },
  },
  groups: {
    title: m.menu_groups,
    icon: UsersRound,
    permission: 'Navigation.GroupManagement',
    matching: groupChoices.matching,
    path: entity('groups'),
    all: { label: (text) => m.palette_all_groups({ text }), path: list('groups') },
  },
  roles: {
    title: m.menu_roles,
    icon: ShieldCheck,
    permission: 'Navigation.RoleManagementWithFeatureFlags',
    matching: roleChoices.matching,
    path: entity('roles'),
    all: { label: (text) => m.palette_all_roles({ text }), path: list('roles') },
  },
  resourceGroups: {
    title: m.menu_resource_groups,
    icon: Boxes,
    permission: 'Admin.ViewResourceGroups',
    matching: late(
      'resource-groups',
      ['resource_group', 'resource_group_group', 'user_group'],
      async () => (await import('../resource-groups/choiceSource.ts')).resourceGroupsMatching,
    ),
    path: (place) => `/user-administration/resource-groups/${place}`,
  },
  keys: {
    title: m.menu_access_credentials,
    icon: KeyRound,
    permission: 'Admin.ViewApiKeys',
    matching: late('api-keys', ['api_key'], async () => (await import('../api-keys/choiceSource.ts')).keysMatching),
    path: (keyId) => `${keys}/${keyId}`,
    all: { label: (text) => m.palette_all_keys({ text }), path: (text) => keys + query({ q: text }) },
  },
  tags: {
    title: m.menu_data_tags,
    icon: Tags,
    permission: 'Admin.ViewTags',
    matching: late('tags', ['tag'], async () => (await import('../reference-data/tags/choiceSource.ts')).tagsMatching),
    path: (tagId) => `${tags}/${tagId}`,
    all: { label: (text) => m.palette_all_tags({ text }), path: (text) => tags + query({ q: text }) },
  },
  schemes: {
    title: m.schemes_tab,
    icon: CandlestickChart,
    permission: 'Admin.ViewCurrencySchemes',
    matching: late(
      'schemes',
      ['currency_scheme', 'currency_vintage'],
      async () => (await import('../reference-data/schemes/choiceSource.ts')).schemesMatching,
    ),
    path: (code) => `${schemes}/${encodeURIComponent(code)}`,
    all: { label: (text) => m.palette_all_schemes({ text }), path: (text) => schemes + query({ q: text }) },
  },
  vintages: {
    title: m.vintages_title,
    icon: CalendarRange,
    permission: 'Admin.ViewCurrencySchemes',
    matching: late(
      'vintages',
      ['currency_scheme', 'currency_vintage'],
      async () => (await import('../reference-data/vintages/choiceSource.ts')).vintagesMatching,
    ),
    path: (place) => `${schemes}/${place}`,
  },
  jobs: {
    title: m.palette_jobs,
    icon: ListChecks,
    permission: 'Navigation.JobLog',
    matching: late('jobs', ['job'], async () => (await import('../jobs/choiceSources.ts')).jobsById),
    path: (jobId) => `/monitoring/job-log/${encodeURIComponent(jobId)}`,
    all: {
      label: (text) => m.palette_all_jobs({ text }),
      path: (text) => `/monitoring/job-log${query({ q: text, days: '92' })}`,
    },
  },
}
