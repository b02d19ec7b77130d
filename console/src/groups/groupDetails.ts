import type { Group } from '@steward/contract/groups/schemas'
import { compareText } from '../i18n/format.ts'

export const usersOf = (group: Group): number => group.groupDetails?.userCount ?? 0
export const rolesOf = (group: Group): number => group.groupDetails?.roleCount ?? 0

/** The distinct role names of these groups, sorted. */
export const roleNamesOf = (groups: readonly Group[]): string[] =>
  [...new Set(groups.flatMap((group) => (group.roles ?? []).map((role) => role.roleName)))].sort(compareText)
