import type { FactorFilter } from '@steward/contract/rules/factors'
import type { UserStatus } from '@steward/contract/users/schemas'
import { nameParts } from '../i18n/format.ts'
import {
  choiceParam,
  choicesParam,
  given,
  idsParam,
  pageQuery,
  queryParam,
  sortFrom,
  tableSearch,
  type TableSearch,
} from '../ui/table/search.ts'

/** Search parameters of the users page. */
export interface UsersSearch extends TableSearch {
  /** Part of a name or an address. */
  q?: string
  status?: UserStatus[]
  /** Group ids. */
  group?: string[]
  /** Role ids. */
  role?: string[]
  disabled?: boolean
  /** Only users who cannot sign in for a while, after failed sign-ins. */
  locked?: true
  /** Whether they have signed in at least once. */
  signedIn?: boolean
  factor?: FactorFilter
  /** The id of a change of all matching users, whose progress is shown. */
  run?: string
}

const statuses = ['CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'EXTERNAL_PROVIDER'] as const satisfies readonly UserStatus[]
/** The contract's `factorFilters` and `userSorts`, repeated because this file is in the first chunk; a test compares them. */
export const factors = ['any', 'none', 'authenticator', 'passkey'] as const satisfies readonly FactorFilter[]
export const sorts = ['username', 'givenName', 'familyName', 'status', 'createdTime', 'lastSignInTime'] as const
/** By the name as it is shown: the family name comes first in Japanese. */
export const defaultSort = (): (typeof sorts)[number] => nameParts()[0] ?? 'givenName'

const booleanParam = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

/** Parses the page's search parameters; invalid ones are left out. */
export function usersSearch(raw: Record<string, unknown>): UsersSearch {
  return given<UsersSearch>({
    ...tableSearch(raw, sorts),
    q: queryParam(raw),
    status: choicesParam(raw.status, statuses),
    group: idsParam(raw.group),
    role: idsParam(raw.role),
    disabled: booleanParam(raw.disabled),
    locked: raw.locked === true ? true : undefined,
    signedIn: booleanParam(raw.signedIn),
    factor: choiceParam(raw.factor, factors),
    run: idsParam(raw.run)?.[0],
  })
}

export const isFiltered = (search: UsersSearch): boolean =>
  [search.q, search.status, search.group, search.role, search.disabled, search.locked, search.signedIn, search.factor].some(
    (filter) => filter !== undefined,
  )

/** A change that clears search and filters. */
export const noFilters = {
  q: undefined,
  status: undefined,
  group: undefined,
  role: undefined,
  disabled: undefined,
  locked: undefined,
  signedIn: undefined,
  factor: undefined,
} satisfies Partial<UsersSearch>

const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? ('true' as const) : ('false' as const))

/** The filters and the sort in the form that the list and the export need. */
export function filterQuery(search: UsersSearch) {
  return {
    search: search.q,
    userStatus: search.status,
    groupId: search.group,
    roleId: search.role,
    isDisabled: flag(search.disabled),
    isLocked: search.locked ? ('true' as const) : undefined,
    hasSignedIn: flag(search.signedIn),
    secondFactor: search.factor,
    sort: sortFrom(search.sort, sorts, defaultSort()),
  }
}

/** The list call behind the page. */
export function listInput(search: UsersSearch) {
  return { ...pageQuery(search), ...filterQuery(search) }
}
