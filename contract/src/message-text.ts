import { type MessageTypeName, type NotificationKind, messageTypeOf } from './catalog/message-types.ts'
import type { MessageParameters } from './notifications/schemas.ts'
import * as m from '@steward/contract/paraglide/messages'
import { type Locale, getLocale } from './paraglide/runtime.js'
import { quotaLabel } from './quotas/text.ts'

/** The texts of notifications. Console, mails and pushes use the same ones, in the reader's language. */

export interface MessageValues {
  parameters: MessageParameters
  /** ISO 8601, UTC. */
  ExpiresAt?: string
}

export interface MessageText {
  header: string
  message: string
}

interface TypeTexts {
  /** The name of the type in settings, and the header of its notifications. */
  name: (locale: Locale) => string
  description: (locale: Locale) => string
  message: (facts: MessageValues, locale: Locale) => string
}

const textOf = (value: MessageParameters[string] | undefined): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))

/** "March 14, 2026", in UTC (first specification file, section 3: expiry dates are shown in UTC). */
const dateOf = (iso: string | undefined, locale: Locale): string =>
  iso === undefined ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))

/** "A, B and 3 more": `names` has the first ones, `count` is the number of all. */
function listOf({ parameters }: MessageValues, locale: Locale): string {
  const names = Array.isArray(parameters['names']) ? parameters['names'] : []
  const more = Number(parameters['count'] ?? names.length) - names.length
  const shown = more > 0 ? [...names, m.messages_more({ count: more }, { locale })] : names
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(shown)
}

const group = ({ parameters }: MessageValues) => ({
  groupName: textOf(parameters['groupName']),
  actorName: textOf(parameters['actorName']),
})
const ending = (facts: MessageValues, locale: Locale) => ({
  names: listOf(facts, locale),
  count: Number(facts.parameters['count'] ?? 1),
  date: dateOf(facts.ExpiresAt, locale),
})

const exported = ({ parameters }: MessageValues) => ({
  fileName: textOf(parameters['fileName']),
  count: Number(parameters['count'] ?? 0),
})

const uploaded = ({ parameters }: MessageValues) => ({
  fileName: textOf(parameters['fileName']),
  schemeCode: textOf(parameters['schemeCode']),
  vintage: textOf(parameters['vintage']),
})

function stored(facts: MessageValues, locale: Locale) {
  const number = new Intl.NumberFormat(locale)
  const count = (name: string) => number.format(Number(facts.parameters[name] ?? 0))
  return { ...uploaded(facts), added: count('added'), changed: count('changed'), unchanged: count('unchanged') }
}

const due = ({ parameters, ExpiresAt }: MessageValues, locale: Locale) => ({
  schemeCode: textOf(parameters['schemeCode']),
  schemeName: textOf(parameters['schemeName']),
  count: Number(parameters['days'] ?? 0),
  date: dateOf(ExpiresAt, locale),
})

function quotaUse({ parameters }: MessageValues, locale: Locale) {
  const [used, quota] = [Number(parameters['current'] ?? 0), Number(parameters['quota'] ?? 0)]
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return {
    productName: textOf(parameters['productName']),
    label: quotaLabel(textOf(parameters['quotaName']), locale),
    used: number.format(used),
    quota: number.format(quota),
  }
}

const storageUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** "100.3 TB of 100 TB", with the digits it takes to tell the two apart. */
function storageUse({ parameters }: MessageValues, locale: Locale) {
  const [used, limit] = [Number(parameters['used'] ?? 0), Number(parameters['limit'] ?? 0)]
  const power = Math.min(storageUnits.length - 1, Math.floor(Math.log10(Math.max(1, limit)) / 3))
  const texts = [1, 3, 6, 15].map((maximumFractionDigits) => {
    const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: storageUnits[power], maximumFractionDigits })
    return { used: unit.format(used / 1_000 ** power), limit: unit.format(limit / 1_000 ** power) }
  })
  return texts.find((text) => used === limit || text.used !== text.limit) ?? { used: '', limit: '' }
}

const typeTexts: Record<MessageTypeName, TypeTexts> = {
  ExpiringAppEntitlementsEvent: {
    name: (locale) => m.messages_expiring_apps({}, { locale }),
    description: (locale) => m.messages_expiring_apps_description({}, { locale }),
    message: (facts, locale) => m.messages_expiring_apps_text(ending(facts, locale), { locale }),
  },
  ExpiringDataEntitlementsEvent: {
    name: (locale) => m.messages_expiring_data({}, { locale }),
    description: (locale) => m.messages_expiring_data_description({}, { locale }),
    message: (facts, locale) => m.messages_expiring_data_text(ending(facts, locale), { locale }),
  },
  ExpiringModelEntitlementsEvent: {
    name: (locale) => m.messages_expiring_models({}, { locale }),
    description: (locale) => m.messages_expiring_models_description({}, { locale }),
    message: (facts, locale) => m.messages_expiring_models_text(ending(facts, locale), { locale }),
  },
  QuotaWarning: {
    name: (locale) => m.messages_quota_warning({}, { locale }),
    description: (locale) => m.messages_quota_warning_description({}, { locale }),
    message: (facts, locale) => m.messages_quota_use_text(quotaUse(facts, locale), { locale }),
  },
  QuotaCritical: {
    name: (locale) => m.messages_quota_critical({}, { locale }),
    description: (locale) => m.messages_quota_critical_description({}, { locale }),
    message: (facts, locale) => m.messages_quota_use_text(quotaUse(facts, locale), { locale }),
  },
  GroupCreated: {
    name: (locale) => m.messages_group_created({}, { locale }),
    description: (locale) => m.messages_group_created_description({}, { locale }),
    message: (facts, locale) => m.messages_group_created_text(group(facts), { locale }),
  },
  GroupDeleted: {
    name: (locale) => m.messages_group_deleted({}, { locale }),
    description: (locale) => m.messages_group_deleted_description({}, { locale }),
    message: (facts, locale) => m.messages_group_deleted_text(group(facts), { locale }),
  },
  GroupUpdated: {
    name: (locale) => m.messages_group_updated({}, { locale }),
    description: (locale) => m.messages_group_updated_description({}, { locale }),
    message: (facts, locale) => m.messages_group_updated_text(group(facts), { locale }),
  },
  ExpiringScimTokenEvent: {
    name: (locale) => m.messages_expiring_scim_token({}, { locale }),
    description: (locale) => m.messages_expiring_scim_token_description({}, { locale }),
    message: (facts, locale) => m.messages_expiring_scim_token_text(ending(facts, locale), { locale }),
  },
  ExpiringSingleSignOnEvent: {
    name: (locale) => m.messages_expiring_sso({}, { locale }),
    description: (locale) => m.messages_expiring_sso_description({}, { locale }),
    message: (facts, locale) => m.messages_expiring_sso_text(ending(facts, locale), { locale }),
  },
  DomainProofMissing: {
    name: (locale) => m.messages_domain_proof({}, { locale }),
    description: (locale) => m.messages_domain_proof_description({}, { locale }),
    message: (facts, locale) =>
      facts.ExpiresAt === undefined
        ? m.messages_domain_proof_ended({ names: listOf(facts, locale) }, { locale })
        : m.messages_domain_proof_text(ending(facts, locale), { locale }),
  },
  ProvisioningStopped: {
    name: (locale) => m.messages_provisioning_stopped({}, { locale }),
    description: (locale) => m.messages_provisioning_stopped_description({}, { locale }),
    message: ({ parameters }, locale) => m.messages_provisioning_stopped_text({ count: Number(parameters['limit'] ?? 0) }, { locale }),
  },
  LogStreamPaused: {
    name: (locale) => m.messages_log_stream_paused({}, { locale }),
    description: (locale) => m.messages_log_stream_paused_description({}, { locale }),
    message: ({ parameters }, locale) => m.messages_log_stream_paused_text({ name: textOf(parameters['logStreamName']) }, { locale }),
  },
  FactorResetRequested: {
    name: (locale) => m.messages_factor_reset({}, { locale }),
    description: (locale) => m.messages_factor_reset_description({}, { locale }),
    message: ({ parameters }, locale) =>
      m.messages_factor_reset_text({ asker: textOf(parameters['askedBy']), name: textOf(parameters['username']) }, { locale }),
  },
  ExportReady: {
    name: (locale) => m.messages_export_ready({}, { locale }),
    description: (locale) => m.messages_export_ready_description({}, { locale }),
    message: (facts, locale) => m.messages_export_ready_text({ ...exported(facts), date: dateOf(facts.ExpiresAt, locale) }, { locale }),
  },
  ExportFailed: {
    name: (locale) => m.messages_export_failed({}, { locale }),
    description: (locale) => m.messages_export_failed_description({}, { locale }),
    message: (facts, locale) => m.messages_export_failed_text(exported(facts), { locale }),
  },
  RateUploadFinished: {
    name: (locale) => m.messages_rate_upload_finished({}, { locale }),
    description: (locale) => m.messages_rate_upload_finished_description({}, { locale }),
    message: (facts, locale) => m.messages_rate_upload_finished_text(stored(facts, locale), { locale }),
  },
  RateUploadRefused: {
    name: (locale) => m.messages_rate_upload_refused({}, { locale }),
    description: (locale) => m.messages_rate_upload_refused_description({}, { locale }),
    message: (facts, locale) => {
      const { count } = facts.parameters
      // Without a count nothing was wrong with the file: the server failed.
      return count === undefined
        ? m.messages_rate_upload_failed_text(uploaded(facts), { locale })
        : m.messages_rate_upload_refused_text({ ...uploaded(facts), count: Number(count) }, { locale })
    },
  },
  CurrencySchemeDueEvent: {
    name: (locale) => m.messages_scheme_due({}, { locale }),
    description: (locale) => m.messages_scheme_due_description({}, { locale }),
    message: (facts, locale) => m.messages_scheme_due_text(due(facts, locale), { locale }),
  },
  DataVaultStorageExceeded: {
    name: (locale) => m.messages_vault_storage({}, { locale }),
    description: (locale) => m.messages_vault_storage_description({}, { locale }),
    message: (facts, locale) => m.messages_vault_storage_text(storageUse(facts, locale), { locale }),
  },
}

// Own keys only: a type can come from a newer server, or from storage.
const textsOf = (messageType: string): TypeTexts | undefined =>
  Object.hasOwn(typeTexts, messageType) ? typeTexts[messageType as MessageTypeName] : undefined

/** Header and message of a notification; undefined if the type is not known here, in which case the server's text is shown. */
export function messageText(messageType: string, facts: MessageValues, locale: Locale = getLocale()): MessageText | undefined {
  const known = textsOf(messageType)
  return known && { header: known.name(locale), message: known.message(facts, locale) }
}

/** The name of an event type in settings, and when it occurs; undefined if it is not known here. */
export function eventTypeText(eventType: string, locale: Locale = getLocale()): { displayName: string; description: string } | undefined {
  const known = textsOf(eventType)
  return known && { displayName: known.name(locale), description: known.description(locale) }
}

const dayMs = 86_400_000

/** The severity of a notification: announcements of an end become errors shortly before it. `now` in ms. */
export function notificationKind(messageType: string, facts: Pick<MessageValues, 'ExpiresAt'>, now: number): NotificationKind {
  const type = messageTypeOf(messageType)
  const isUrgent =
    type?.urgentDays !== undefined && facts.ExpiresAt !== undefined && Date.parse(facts.ExpiresAt) - now <= type.urgentDays * dayMs
  return isUrgent ? 'error' : (type?.kind ?? 'info')
}

/** The page below `/home` that a notification links to; undefined if none exists. */
export function notificationPath(
  messageType: string,
  properties: { GroupId?: string; FileId?: string; parameters?: MessageParameters },
): string | undefined {
  const path = messageTypeOf(messageType)?.path
  if (path === undefined) return undefined
  const { parameters, ...ids } = properties
  const values: MessageParameters = { ...parameters, ...ids }
  if (path.includes('{GroupId}') && properties.GroupId === undefined) return path.replace('/{GroupId}', '')
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(values[name])))
}
