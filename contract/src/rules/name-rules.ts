import { isVisible } from './characters.ts'

/**
 * Which names are accepted (second specification file, sections 5 and 9). Predicates take the trimmed text; the schemas
 * that trim and validate are in `names.ts`.
 */

/** Maximum length of names of people, groups, roles and resource groups (section 9). */
export const nameMaximumLength = 64
/** Maximum number of groups in a tenant (section 9). */
export const groupsPerTenant = 100
/** Maximum number of tags created by one request (section 9). */
export const tagsPerRequest = 100
/** The reserved group of every tenant (section 5), case-insensitive. */
export const reservedGroupName = 'admin'
/** The role of the reserved group: "admin role" of the first specification file, section 6. */
export const administratorRoleName = 'Tenant Administrator'

const named = /^[\p{L}\p{M}\p{N} _@|!$?%^.#&+-]+$/u

/** Letters, digits and underscores of any script, spaces and `_@|!$?%^.#&+-`, at most 64 characters. */
export const isName = (text: string): boolean => text.length <= nameMaximumLength && named.test(text)

/** Given and family names: no `<`, `>` or `&`, no control characters, at most 64 characters. */
export const isUserName = (text: string): boolean =>
  text.length > 0 && text.length <= nameMaximumLength && !/[<>&]/.test(text) && isVisible(text)

/** Whether the name matches the pattern for creating or renaming a group. */
export const isGroupName = isName
export const isRoleName = isName
export const isResourceGroupName = isName
/** API key names appear in URLs where ids do: not just dots, and nothing that could be an id. */
export const isApiKeyName = (text: string): boolean =>
  isName(text) && !/^\.+$/.test(text) && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** `admin` is the group that every tenant is created with. */
export const isReservedGroupName = (text: string): boolean => text.trim().toLowerCase() === reservedGroupName

/** Letters, digits and underscore only; no spaces. ASCII, as in every product that reads tags. */
export const isTagName = (text: string): boolean => text.length <= nameMaximumLength && /^[A-Za-z0-9_]+$/.test(text)

/** Splits a comma-separated list; empty entries are skipped, duplicates count once. */
export const splitTagNames = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

const notInCurrency = /[%'<>/?*()\n\t\r]/

/** Codes are stored in upper case, which can be longer. */
export const isCurrencyCode = (text: string): boolean =>
  text.length >= 1 && text.toUpperCase().length <= 3 && !notInCurrency.test(text) && isVisible(text)
export const isCurrencyName = (text: string): boolean =>
  text.length >= 1 && text.length <= 16 && !notInCurrency.test(text) && isVisible(text)

/** Codes of schemes and names of vintages are parts of addresses: at most 32 characters, and not `new`, which is the address of the form. */
export const isSchemeCode = (text: string): boolean =>
  text.length <= 32 && !/[%'<>/\\?*()#;]/.test(text) && !/^\.+$/.test(text) && text.toLowerCase() !== 'new' && isVisible(text)

/** Days between updates of a currency scheme: 0 to 5000. */
export const isUpdateIntervalInDays = (days: number): boolean => Number.isFinite(days) && days >= 0 && days <= 5000

/** Starts and ends with a letter or digit; periods, hyphens, apostrophes, underscores and spaces in between. */
export const isAdminGroupName = (text: string): boolean => /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.\-'’_ ]*[\p{L}\p{N}])?$/u.test(text)
