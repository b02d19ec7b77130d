import type { ErrorParameters } from '@steward/contract/errors'
import { type Language, baseLanguage } from '@steward/contract/languages'
import * as m from '@steward/contract/paraglide/messages'

/**
 * What the protocol refuses, by its own rules. The provider gets the English text, as `detail` of the error (RFC 7644,
 * section 3.12); the log shows it in the reader's language.
 */
const refusals = {
  attribute_unknown: m.scim_refused_attribute_unknown,
  attributes_too_large: m.scim_refused_attributes_too_large,
  body_not_json: m.scim_refused_body_not_json,
  body_not_object: m.scim_refused_body_not_object,
  body_too_deep: m.scim_refused_body_too_deep,
  boolean_expected: m.scim_refused_boolean_expected,
  bulk_id_in_cycle: m.scim_refused_bulk_id_in_cycle,
  bulk_id_twice: m.scim_refused_bulk_id_twice,
  bulk_id_unresolved: m.scim_refused_bulk_id_unresolved,
  bulk_operations_exceeded: m.scim_refused_bulk_operations_exceeded,
  bulk_payload_exceeded: m.scim_refused_bulk_payload_exceeded,
  choice_expected: m.scim_refused_choice_expected,
  discovery_filtered: m.scim_refused_discovery_filtered,
  email_invalid: m.scim_refused_email_invalid,
  email_required: m.scim_refused_email_required,
  filter_comparison: m.scim_refused_filter_comparison,
  filter_incomplete: m.scim_refused_filter_incomplete,
  filter_mark_missing: m.scim_refused_filter_mark_missing,
  filter_nested: m.scim_refused_filter_nested,
  filter_operator_unknown: m.scim_refused_filter_operator_unknown,
  filter_string_invalid: m.scim_refused_filter_string_invalid,
  filter_too_deep: m.scim_refused_filter_too_deep,
  filter_too_long: m.scim_refused_filter_too_long,
  filter_too_many: m.scim_refused_filter_too_many,
  filter_unexpected: m.scim_refused_filter_unexpected,
  list_expected: m.scim_refused_list_expected,
  me_not_supported: m.scim_refused_me_not_supported,
  member_by_filter: m.scim_refused_member_by_filter,
  member_fixed: m.scim_refused_member_fixed,
  member_is_group: m.scim_refused_member_is_group,
  member_unknown: m.scim_refused_member_unknown,
  method_not_possible: m.scim_refused_method_not_possible,
  name_invalid: m.scim_refused_name_invalid,
  no_sub_attributes: m.scim_refused_no_sub_attributes,
  not_removable: m.scim_refused_not_removable,
  nothing_selected: m.scim_refused_nothing_selected,
  number_expected: m.scim_refused_number_expected,
  object_expected: m.scim_refused_object_expected,
  operations_missing: m.scim_refused_operations_missing,
  path_expected: m.scim_refused_path_expected,
  path_unknown: m.scim_refused_path_unknown,
  read_only: m.scim_refused_read_only,
  remove_without_path: m.scim_refused_remove_without_path,
  required: m.scim_refused_required,
  resource_unknown: m.scim_refused_resource_unknown,
  schema_unknown: m.scim_refused_schema_unknown,
  single_valued: m.scim_refused_single_valued,
  sub_attribute_missing: m.scim_refused_sub_attribute_missing,
  sub_attribute_unknown: m.scim_refused_sub_attribute_unknown,
  text_expected: m.scim_refused_text_expected,
  text_not_storable: m.scim_refused_text_not_storable,
  text_too_long: m.scim_refused_text_too_long,
  time_expected: m.scim_refused_time_expected,
  token_not_scim: m.scim_refused_token_not_scim,
  too_many_values: m.scim_refused_too_many_values,
  two_spellings: m.scim_refused_two_spellings,
  user_name_invalid: m.scim_refused_user_name_invalid,
  version_changed: m.scim_refused_version_changed,
} as const

export type RefusalCode = keyof typeof refusals

/** The values that the text of a refusal names. */
export type RefusalParameters<Code extends RefusalCode> = ErrorParameters &
  Record<keyof NonNullable<Parameters<(typeof refusals)[Code]>[0]>, string | number>

const prefix = 'scim_refused_'

/** The code in the log, which errors of the product share. */
export const storedCode = (code: RefusalCode): string => `${prefix}${code}`

type Text = (parameters: ErrorParameters, options: { locale: Language }) => string

export const refusalText = (code: RefusalCode, parameters: ErrorParameters, language: Language = baseLanguage): string =>
  // The parameters of each text are checked where it is refused.
  (refusals[code] as unknown as Text)(parameters, { locale: language })

const isRefusal = (code: string): code is RefusalCode => Object.hasOwn(refusals, code)

/** The text of a code in the log; undefined for errors of the product, and for codes of later versions. */
export function loggedRefusal(stored: string, parameters: ErrorParameters, language: Language): string | undefined {
  const code = stored.startsWith(prefix) ? stored.slice(prefix.length) : ''
  return isRefusal(code) ? refusalText(code, parameters, language) : undefined
}
