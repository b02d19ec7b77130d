import { isVisible } from '@steward/contract/rules/characters'
import { isUserName } from '@steward/contract/rules/name-rules'
import { isEqual } from '../changes.ts'
import { invalid } from '../error.ts'
import { type Json, type JsonObject, isObject } from '../json.ts'
import { enterpriseUrn, userUrn } from '../schema/schemas.ts'
import { etagOf } from '../scope.ts'

/** A user as stored in app_user and scim_user. */
export interface UserRow {
  user_id: string
  username: string
  email: string
  given_name: string
  family_name: string
  is_disabled: boolean
  version: number
  created_at: Date
  updated_at: Date
  external_id: string | null
  attributes: JsonObject | null
  emails: JsonObject[]
  /** Undefined if not requested. */
  groups?: { value: string; display: string }[]
}

/** The attributes of a user that a provider can set, split by table. */
export interface UserParts {
  username: string
  email: string
  givenName: string
  familyName: string
  isDisabled: boolean
  externalId: string | null
  /** Everything else; the main address in `emails` has no value. */
  attributes: JsonObject
}

/** The attributes of a user that a provider can set, in SCIM's format. */
export function attributesOf(row: UserRow): JsonObject {
  const { name, ...rest } = row.attributes ?? {}
  const names = {
    ...(isObject(name) ? name : {}),
    ...(row.family_name === '' ? {} : { familyName: row.family_name }),
    ...(row.given_name === '' ? {} : { givenName: row.given_name }),
  }
  return {
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.username,
    ...(Object.keys(names).length === 0 ? {} : { name: names }),
    active: !row.is_disabled,
    ...rest,
    emails: row.emails,
  }
}

/**
 * The attributes that the provider has sent. If it never sent an email, the shown one is derived from the userName and keeps
 * following it.
 */
export function toldIn(attributes: JsonObject, { attributes: stored, username, email, emails }: UserRow): JsonObject {
  const { emails: shown, ...rest } = attributes
  const isDerived = stored !== null && !('emails' in stored) && email.toLowerCase() === username.toLowerCase()
  return isDerived && isEqual(shown ?? null, emails) ? rest : attributes
}

/** A user in SCIM's format (RFC 7643, section 4.1). */
export function userResource(row: UserRow, baseUrl: string): JsonObject {
  const attributes = attributesOf(row)
  const groups = row.groups?.map(({ value, display }) => ({ value, $ref: `${baseUrl}/Groups/${value}`, display, type: 'direct' }))
  return {
    schemas: enterpriseUrn in attributes ? [userUrn, enterpriseUrn] : [userUrn],
    id: row.user_id,
    ...attributes,
    ...(groups && groups.length > 0 ? { groups } : {}),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${baseUrl}/Users/${row.user_id}`,
      version: etagOf(row.version),
    },
  }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const addressForm = /^[^\s@]+@[^\s@]+$/
const isAddress = (text: string): boolean => text.length >= 3 && text.length <= 254 && addressForm.test(text) && !/\p{Cc}/u.test(text)

/**
 * Splits cleaned provider input into the stored parts.
 * @param current the existing user, if any
 * @throws ScimError invalidValue
 */
export function partsOf(attributes: JsonObject, current?: Pick<UserRow, 'email' | 'is_disabled'>): UserParts {
  const { externalId, userName, name, active, emails, schemas: _schemas, ...rest } = attributes
  const { givenName, familyName, ...otherNames } = isObject(name) ? name : {}
  const username = usernameOf(userName)
  const list = (Array.isArray(emails) ? emails : []).filter(isObject)
  const main = mainEmail(list)
  const parts: JsonObject = { ...rest }
  if (Object.keys(otherNames).length > 0) parts['name'] = otherNames
  if (main !== -1) parts['emails'] = list.map((entry, index) => (index === main ? withoutValue(entry) : entry))
  if (JSON.stringify(parts).length > 65_536) throw invalid('invalidValue', 'attributes_too_large', {})
  return {
    username,
    email: emailOf(list[main], username, current?.email),
    givenName: nameOf('givenName', givenName),
    familyName: nameOf('familyName', familyName),
    isDisabled: typeof active === 'boolean' ? !active : (current?.is_disabled ?? false),
    externalId: externalIdOf(externalId),
    attributes: parts,
  }
}

function withoutValue({ value: _value, ...entry }: JsonObject): JsonObject {
  return entry
}

/** The index of the address we send mail to: the primary one, else the first work address, else the first; -1 if none exists. */
function mainEmail(emails: readonly JsonObject[]): number {
  const primary = emails.findIndex((entry) => entry['primary'] === true)
  if (primary !== -1) return primary
  const work = emails.findIndex((entry) => textOf(entry['type']).toLowerCase() === 'work')
  return work === -1 && emails.length > 0 ? 0 : work
}

function emailOf(main: JsonObject | undefined, username: string, current: string | undefined): string {
  const email = main ? textOf(main['value']) : isAddress(username) ? username : current
  if (email === undefined) throw invalid('invalidValue', 'email_required', {})
  if (!isAddress(email)) throw invalid('invalidValue', 'email_invalid', {})
  return email
}

function usernameOf(value: Json | undefined): string {
  const username = textOf(value).trim().normalize()
  if (username === '') throw invalid('invalidValue', 'required', { path: 'userName' })
  if (username.length > 254 || !isVisible(username)) throw invalid('invalidValue', 'user_name_invalid', {})
  return username
}

function nameOf(part: string, value: Json | undefined): string {
  const text = textOf(value).trim().normalize()
  if (text !== '' && !isUserName(text)) throw invalid('invalidValue', 'name_invalid', { path: `name.${part}` })
  return text
}

/** The provider's own identifier of a user or group. @throws ScimError invalidValue */
export function externalIdOf(value: Json | undefined): string | null {
  const text = textOf(value)
  if (text.length > 256) throw invalid('invalidValue', 'text_too_long', { path: 'externalId', maximum: 256 })
  return text === '' ? null : text
}
