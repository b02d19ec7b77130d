import { z } from 'zod'
import {
  isAdminGroupName,
  isApiKeyName,
  isCurrencyCode,
  isCurrencyName,
  isGroupName,
  isName,
  isResourceGroupName,
  isRoleName,
  isSchemeCode,
  isTagName,
  isUserName,
} from './name-rules.ts'

/** Names in request bodies: trimmed, required, and refused with a code that has a text in the catalog. */

const name = (isValid: (text: string) => boolean, code: string) =>
  z.string().trim().normalize().min(1, { abort: true }).refine(isValid, { params: { code } })

/** Given or family name of a person (second specification file, section 5). */
export const userName = name(isUserName, 'user_name_invalid').meta({ example: 'Ada', maxLength: 64 })
export const groupName = name(isGroupName, 'group_name_invalid').meta({ example: 'Treaty desk', maxLength: 64 })
export const resourceGroupName = name(isResourceGroupName, 'resource_group_name_invalid').meta({ example: 'Treaty desk', maxLength: 64 })
export const roleName = name(isRoleName, 'role_name_invalid').meta({ example: 'Currency steward', maxLength: 64 })
export const apiKeyName = name(isApiKeyName, 'api_key_name_invalid').meta({ example: 'Nightly export', maxLength: 64 })
export const logStreamName = name(isName, 'log_stream_name_invalid').meta({ example: 'Security operations', maxLength: 64 })
export const scimTokenName = name(isName, 'scim_token_name_invalid').meta({ example: 'Entra ID', maxLength: 64 })
export const tagName = name(isTagName, 'tag_name_invalid').meta({ example: 'renewal_2027', maxLength: 64 })
/** Upper case, because codes are compared in any case (second specification file, section 5). */
export const currencyCode = name(isCurrencyCode, 'currency_code_invalid')
  .overwrite((text) => text.toUpperCase().normalize())
  .meta({ example: 'EUR', maxLength: 3 })
export const currencyName = name(isCurrencyName, 'currency_name_invalid').meta({ example: 'Euro', maxLength: 16 })
export const currencySchemeCode = name(isSchemeCode, 'scheme_code_invalid').meta({ example: 'MONTHLY', maxLength: 32 })
export const currencySchemeName = name(isName, 'scheme_name_invalid').meta({ example: 'Monthly rates', maxLength: 64 })
export const vintageName = name(isSchemeCode, 'vintage_name_invalid').meta({ example: '2026-Q2', maxLength: 32 })
/** The provider's group that maps to the tenant's `admin` group. */
export const adminGroupName = name(isAdminGroupName, 'admin_group_name_invalid').meta({ example: 'Steward admins' })

/** An email address, also used as the username at creation. At most 254 characters (RFC 5321, section 4.5.3.1.3). */
export const emailAddress = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(254)
  .check(z.email())
  .meta({ format: 'email', example: 'grace.okafor@northwind-re.example' })
