import type { z } from 'zod'
import type { ErrorParameters, FieldFault } from './errors.ts'
import type { Language } from './languages.ts'
import * as m from '@steward/contract/paraglide/messages'

/**
 * Turns the issues of a schema into field errors with texts from the catalog, so that console and server report the
 * same errors for the same input.
 */

type Issue = z.core.$ZodIssue

/** The field errors of a failed parse of `input`; `prefix` is added to every path. */
export function fieldFaults(issues: readonly Issue[], input: unknown, prefix = ''): FieldFault[] {
  return issues.flatMap((issue) => faultsOf(issue, input, prefix))
}

function faultsOf(issue: Issue, input: unknown, prefix: string): FieldFault[] {
  const field = prefix + issue.path.map(String).join('.')
  const one = (code: string, parameters?: ErrorParameters) => [{ field, code, parameters }]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        field: prefix + [...issue.path.map(String), key].join('.'),
        code: 'unknown_field',
        parameters: { name: key },
      }))
    case 'invalid_type':
      return one(valueAt(input, issue.path) === undefined ? 'required' : 'wrong_type', { expected: issue.expected })
    case 'too_big':
      return one(issue.origin === 'string' ? 'too_long' : issue.origin === 'array' ? 'too_many' : 'too_big', {
        maximum: Number(issue.maximum),
      })
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return one('required')
      return one(issue.origin === 'string' ? 'too_short' : issue.origin === 'array' ? 'too_few' : 'too_small', {
        minimum: Number(issue.minimum),
      })
    case 'invalid_format':
      return one(issue.format === 'email' ? 'invalid_email' : issue.format === 'url' ? 'invalid_url' : 'invalid_value')
    case 'custom':
      return one(...customFault(issue.params))
    case 'invalid_value':
      return valueAt(input, issue.path) === undefined ? one('required') : one('invalid_choice', { values: choices(issue.values) })
    case 'invalid_union': {
      if (valueAt(input, issue.path) === undefined) return one('required')
      const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : undefined
      return options ? one('invalid_choice', { values: choices(options) }) : one('invalid_value')
    }
    default:
      return valueAt(input, issue.path) === undefined ? one('required') : one('invalid_value')
  }
}

/** The code of an issue of our own, with the parameters of its text. */
function customFault(params: Readonly<Record<string, unknown>> | undefined): [string, ErrorParameters?] {
  const { code, minimum, maximum } = params ?? {}
  if (typeof code !== 'string') return ['invalid_value']
  return typeof minimum === 'string' && typeof maximum === 'string' ? [code, { minimum, maximum }] : [code]
}

/** The values to choose from, as far as they fit a sentence. */
function choices(values: readonly unknown[]): string {
  const shown = values.slice(0, 30).map(String).join(', ')
  return values.length > 30 ? `${shown}, …` : shown
}

/** A single value can stand where a list is expected (`repeated`), so its path can lead deeper than the input. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return value
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

type Locale = { locale?: Language }
const number = (parameters: ErrorParameters | undefined, name: string) => Number(parameters?.[name] ?? 0)

/** What a required field asks for, by the last part of its name. */
const requiredTexts: Record<string, (inputs: object, options: Locale) => string> = {
  email: m.field_required_email,
  username: m.field_required_email,
  password: m.field_required_password,
  tenantName: m.field_required_tenant,
  givenName: m.field_required_given_name,
  familyName: m.field_required_family_name,
  name: m.field_required_name,
  groupName: m.field_required_name,
  roleName: m.field_required_name,
  apiKeyName: m.field_required_name,
  tokenName: m.field_required_name,
  groupId: m.field_required_group,
  groupIds: m.field_required_group,
  groups: m.field_required_group,
  tagName: m.field_required_name,
  currencyCode: m.field_required_code,
  currencyName: m.field_required_name,
  currencySchemeCode: m.field_required_code,
  currencySchemeName: m.field_required_name,
  anchorCurrencyCode: m.field_required_currency,
  vintage: m.field_required_name,
}

const requiredText = (field: string) => requiredTexts[field.split('.').at(-1) ?? '']

const faultTexts: Record<string, (parameters: ErrorParameters | undefined, options: Locale) => string> = {
  unknown_field: (p, options) => m.field_unknown_field({ name: String(p?.['name'] ?? '') }, options),
  wrong_type: (_, options) => m.field_invalid_value({}, options),
  invalid_value: (_, options) => m.field_invalid_value({}, options),
  invalid_choice: (p, options) => m.field_invalid_choice({ values: String(p?.['values'] ?? '') }, options),
  read_only: (_, options) => m.field_read_only({}, options),
  invalid_email: (_, options) => m.field_invalid_email({}, options),
  invalid_url: (_, options) => m.field_invalid_url({}, options),
  invalid_characters: (_, options) => m.field_invalid_characters({}, options),
  too_long: (p, options) => m.field_too_long({ maximum: number(p, 'maximum') }, options),
  too_short: (p, options) => m.field_too_short({ minimum: number(p, 'minimum') }, options),
  too_many: (p, options) => m.field_too_many({ count: number(p, 'maximum') }, options),
  too_few: (p, options) => m.field_too_few({ count: number(p, 'minimum') }, options),
  too_big: (p, options) => m.field_too_big({ maximum: number(p, 'maximum') }, options),
  too_small: (p, options) => m.field_too_small({ minimum: number(p, 'minimum') }, options),
  outside_limits: (p, options) =>
    m.field_outside_limits({ minimum: String(p?.['minimum'] ?? ''), maximum: String(p?.['maximum'] ?? '') }, options),
  user_name_invalid: (_, options) => m.field_user_name_invalid({}, options),
  group_name_invalid: (_, options) => m.field_group_name_invalid({}, options),
  esg_weights_invalid: (_, options) => m.field_esg_weights_invalid({}, options),
  api_key_name_invalid: (_, options) => m.field_api_key_name_invalid({}, options),
  log_stream_name_invalid: (_, options) => m.field_log_stream_name_invalid({}, options),
  scim_token_name_invalid: (_, options) => m.field_scim_token_name_invalid({}, options),
  resource_group_name_invalid: (_, options) => m.field_resource_group_name_invalid({}, options),
  role_name_invalid: (_, options) => m.field_role_name_invalid({}, options),
  tag_name_invalid: (_, options) => m.field_tag_name_invalid({}, options),
  currency_code_invalid: (_, options) => m.field_currency_code_invalid({}, options),
  currency_name_invalid: (_, options) => m.field_currency_name_invalid({}, options),
  scheme_code_invalid: (_, options) => m.field_scheme_code_invalid({}, options),
  scheme_name_invalid: (_, options) => m.field_scheme_name_invalid({}, options),
  vintage_name_invalid: (_, options) => m.field_vintage_name_invalid({}, options),
  update_interval_invalid: (_, options) => m.field_update_interval_invalid({}, options),
  admin_group_name_invalid: (_, options) => m.field_admin_group_name_invalid({}, options),
  email_domain_invalid: (_, options) => m.field_email_domain_invalid({}, options),
  address_range_invalid: (_, options) => m.field_address_range_invalid({}, options),
  listed_twice: (_, options) => m.field_listed_twice({}, options),
  not_later: (_, options) => m.field_not_later({}, options),
  inactivity_exceeds_lifetime: (_, options) => m.field_inactivity_exceeds_lifetime({}, options),
  time_zone_unknown: (_, options) => m.field_time_zone_unknown({}, options),
  invalid_json: (_, options) => m.field_invalid_json({}, options),
  password_rules: (_, options) => m.field_password_rules({}, options),
  password_common: (_, options) => m.field_password_common({}, options),
  import_malformed: (_, options) => m.field_import_malformed({}, options),
  import_duplicate: (p, options) => m.field_import_duplicate({ line: number(p, 'line') }, options),
  import_column_unknown: (p, options) => m.field_import_column_unknown({ name: String(p?.['name'] ?? '') }, options),
  import_column_twice: (p, options) => m.field_import_column_twice({ name: String(p?.['name'] ?? '') }, options),
  import_column_missing: (p, options) => m.field_import_column_missing({ name: String(p?.['name'] ?? '') }, options),
  upload_malformed: (_, options) => m.field_upload_malformed({}, options),
  upload_duplicate: (p, options) => m.field_upload_duplicate({ line: number(p, 'line') }, options),
  upload_column_unknown: (p, options) => m.field_upload_column_unknown({ name: String(p?.['name'] ?? '') }, options),
  upload_column_twice: (p, options) => m.field_upload_column_twice({ name: String(p?.['name'] ?? '') }, options),
  upload_column_missing: (p, options) => m.field_upload_column_missing({ name: String(p?.['name'] ?? '') }, options),
  currency_unknown: (p, options) => m.field_currency_unknown({ currencyCode: String(p?.['currencyCode'] ?? '') }, options),
  currency_inactive: (p, options) => m.field_currency_inactive({ currencyCode: String(p?.['currencyCode'] ?? '') }, options),
  day_invalid: (_, options) => m.field_day_invalid({}, options),
  rate_invalid: (_, options) => m.field_rate_invalid({}, options),
  rate_duplicate: (p, options) => m.field_rate_duplicate({ line: number(p, 'line') }, options),
  anchor_rate_not_one: (_, options) => m.field_anchor_rate_not_one({}, options),
  import_group_unknown: (p, options) => m.field_import_group_unknown({ groupName: String(p?.['groupName'] ?? '') }, options),
}

/** The text of a field error, or undefined if the code has none here (server errors bring their own). */
export function fieldFaultText(fault: FieldFault, options: Locale = {}): string | undefined {
  const asked = requiredText(fault.field)
  if (fault.code === 'required') return (asked ?? m.field_required)({}, options)
  if (asked && fault.code === 'too_few' && fault.parameters?.['minimum'] === 1) return asked({}, options)
  return faultTexts[fault.code]?.(fault.parameters, options)
}
