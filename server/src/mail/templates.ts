import { z } from 'zod'
import type { Language } from '@steward/contract/languages'
import { moods } from '@steward/contract/help/constants'
import { messageText } from '@steward/contract/message-text'
import { messageParameters } from '@steward/contract/notifications/schemas'
import * as m from '@steward/contract/paraglide/messages'
import { factorKinds } from '@steward/contract/rules/factors'
import { greetingName, type PersonName } from '@steward/contract/rules/person-name'
import type { MailBody } from './layout.ts'

/** The tenant on whose behalf an email is sent. */
export const mailTenantSchema = z.strictObject({ tenantId: z.uuid(), tenantName: z.string(), displayName: z.string() })
export type MailTenant = z.output<typeof mailTenantSchema>

const link = z.url({ protocol: /^https?$/ })
const moment = z.iso.datetime()

/** Why a user gets an activation link, unless the account is new: single sign-on was disabled. */
export const activationReasons = ['sso_disabled'] as const
export type ActivationReason = (typeof activationReasons)[number]

/** Changes of a second factor that its owner is told about, and can report. */
export const reportedChanges = ['added', 'removed'] as const
export type ReportedChange = (typeof reportedChanges)[number]

/** The parameters of each template, besides the tenant. */
export const templateParameters = {
  activation: z.strictObject({ username: z.string(), link, expires: moment, because: z.enum(activationReasons).optional() }),
  /** To people who asked for a password although they sign in with their company's provider. */
  federated: z.strictObject({ username: z.string(), provider: z.string(), link }),
  reset: z.strictObject({ username: z.string(), link, expires: moment }),
  password_changed: z.strictObject({ username: z.string(), link, moment }),
  factor_changed: z.strictObject({
    username: z.string(),
    change: z.enum(reportedChanges),
    kind: z.enum(factorKinds),
    link,
    moment,
    expires: moment,
  }),
  /** By an administrator. */
  factors_reset: z.strictObject({ username: z.string(), link, moment }),
  /** An administrator asked for it, and another one has to approve. */
  factors_reset_requested: z.strictObject({ username: z.string(), by: z.string(), link, moment, expires: moment }),
  /** A sign-in with a browser that never signed in before. */
  new_device: z.strictObject({ username: z.string(), device: z.string(), address: z.string(), link, moment, expires: moment }),
  notification: z.strictObject({
    messageType: z.string(),
    facts: z.strictObject({ parameters: messageParameters, ExpiresAt: moment.optional() }),
    link,
    settingsLink: link,
  }),
  provisioning_stopped: z.strictObject({ limit: z.number(), link }),
  feedback: z.strictObject({
    feedbackId: z.uuid(),
    username: z.string(),
    mood: z.enum(moods),
    text: z.string(),
    page: z.string(),
    version: z.string(),
    device: z.string(),
    moment,
    link,
    hasScreenshot: z.boolean(),
  }),
} satisfies Record<string, z.ZodType>

export type TemplateName = keyof typeof templateParameters
export type TemplateParameters = { [T in TemplateName]: z.output<(typeof templateParameters)[T]> }

const dateTimes = new Map<Language, Intl.DateTimeFormat>()

/** "March 14, 2026 at 9:26 AM", in UTC. */
function dateTimeText(iso: string, { locale }: InLanguage): string {
  let format = dateTimes.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    dateTimes.set(locale, format)
  }
  return format.format(new Date(iso))
}

/** The values to format a message in a language. */
interface InLanguage {
  locale: Language
}

function greeting(to: PersonName, language: InLanguage): string {
  const name = greetingName(to, language.locale)
  return name === '' ? m.mail_greeting_plain({}, language) : m.mail_greeting({ name }, language)
}

const moodLabels = {
  very_good: m.feedback_mood_very_good,
  good: m.feedback_mood_good,
  neutral: m.feedback_mood_neutral,
  bad: m.feedback_mood_bad,
  very_bad: m.feedback_mood_very_bad,
} satisfies Record<TemplateParameters['feedback']['mood'], unknown>

/** Who sends a mail, and whom it greets. */
interface Parties {
  tenant: MailTenant
  to: PersonName
}

type Writer<T extends TemplateName> = (parameters: TemplateParameters[T], parties: Parties, language: InLanguage) => MailBody

function activationOpening(because: ActivationReason | undefined, company: string, to: PersonName, language: InLanguage) {
  if (because === 'sso_disabled') {
    return {
      subject: m.mail_sso_disabled_subject({ company }, language),
      heading: m.mail_sso_disabled_heading({}, language),
      before: [greeting(to, language), m.mail_sso_disabled_intro({ company }, language)],
    }
  }
  return {
    subject: m.mail_activation_subject({ company }, language),
    heading: m.mail_activation_heading({ company }, language),
    before: [greeting(to, language), m.mail_activation_intro({ company }, language)],
  }
}

const writers: { [T in TemplateName]: Writer<T> } = {
  activation: ({ username, link: url, expires, because }, { tenant: { displayName: company, tenantName }, to }, language) => ({
    ...activationOpening(because, company, to, language),
    button: { label: m.mail_activation_button({}, language), url },
    after: [
      m.mail_activation_username({ tenantName, username }, language),
      m.mail_activation_validity({ expires: dateTimeText(expires, language) }, language),
    ],
  }),
  federated: ({ username, provider, link: url }, { tenant: { displayName: company }, to }, language) => ({
    subject: m.mail_federated_subject({ company }, language),
    heading: m.mail_federated_heading({ provider }, language),
    before: [greeting(to, language), m.mail_federated_intro({ username, company, provider }, language)],
    button: { label: m.mail_federated_button({}, language), url },
    after: [m.mail_federated_forgotten({ provider }, language), m.mail_federated_ignore({}, language)],
  }),
  reset: ({ username, link: url, expires }, { tenant: { displayName: company }, to }, language) => ({
    subject: m.mail_reset_subject({ company }, language),
    heading: m.mail_reset_heading({}, language),
    before: [greeting(to, language), m.mail_reset_intro({ username, company }, language)],
    button: { label: m.mail_reset_button({}, language), url },
    after: [m.mail_reset_validity({ expires: dateTimeText(expires, language) }, language), m.mail_reset_ignore({}, language)],
  }),
  password_changed: ({ username, link: url, moment: when }, { tenant: { displayName: company }, to }, language) => ({
    subject: m.mail_password_changed_subject({ company }, language),
    heading: m.mail_password_changed_heading({}, language),
    before: [greeting(to, language), m.mail_password_changed_intro({ username, company, moment: dateTimeText(when, language) }, language)],
    button: { label: m.mail_password_changed_button({}, language), url },
    after: [m.mail_password_changed_alarm({}, language)],
  }),
  factor_changed: ({ username, change, kind, link: url, moment: when, expires }, { tenant: { displayName: company }, to }, language) => {
    const what = kind === 'passkey' ? m.mail_factor_passkey({}, language) : m.mail_factor_authenticator({}, language)
    const about = { username, company, what, moment: dateTimeText(when, language) }
    const texts = {
      added: { heading: m.mail_factor_added_heading, intro: m.mail_factor_added_intro },
      removed: { heading: m.mail_factor_removed_heading, intro: m.mail_factor_removed_intro },
    }[change]
    return {
      subject: m.mail_factor_subject({ heading: texts.heading({}, language), company }, language),
      heading: texts.heading({}, language),
      before: [greeting(to, language), texts.intro(about, language)],
      button: { label: m.mail_report_button({}, language), url },
      after: [m.mail_report_validity({ expires: dateTimeText(expires, language) }, language)],
    }
  },
  factors_reset: ({ username, link: url, moment: when }, { tenant: { displayName: company }, to }, language) => ({
    subject: m.mail_factor_subject({ heading: m.mail_factor_reset_heading({}, language), company }, language),
    heading: m.mail_factor_reset_heading({}, language),
    before: [greeting(to, language), m.mail_factor_reset_intro({ username, company, moment: dateTimeText(when, language) }, language)],
    button: { label: m.mail_password_changed_button({}, language), url },
    after: [m.mail_factor_alarm({}, language)],
  }),
  factors_reset_requested: ({ username, by, link: url, moment: when, expires }, { tenant: { displayName: company }, to }, language) => ({
    subject: m.mail_factor_subject({ heading: m.mail_factor_reset_asked_heading({}, language), company }, language),
    heading: m.mail_factor_reset_asked_heading({}, language),
    before: [
      greeting(to, language),
      m.mail_factor_reset_asked_intro({ username, company, by, moment: dateTimeText(when, language) }, language),
    ],
    button: { label: m.mail_report_button({}, language), url },
    after: [m.mail_factor_reset_asked_validity({ expires: dateTimeText(expires, language) }, language)],
  }),
  new_device: ({ username, device, address, link: url, moment: when, expires }, { tenant: { displayName: company }, to }, language) => ({
    subject: m.mail_new_device_subject({ company }, language),
    heading: m.mail_new_device_heading({}, language),
    before: [
      greeting(to, language),
      m.mail_new_device_intro({ username, company, device, address, moment: dateTimeText(when, language) }, language),
    ],
    button: { label: m.mail_report_button({}, language), url },
    after: [m.mail_report_validity({ expires: dateTimeText(expires, language) }, language)],
  }),
  notification: ({ messageType, facts, link: url, settingsLink }, { tenant: { displayName: company }, to }, language) => {
    const text = messageText(messageType, facts, language.locale) ?? { header: messageType, message: '' }
    return {
      subject: m.mail_notification_subject({ header: text.header, company }, language),
      heading: text.header,
      before: [greeting(to, language), text.message],
      button: { label: m.mail_notification_button({}, language), url },
      after: [m.mail_notification_reason({ link: settingsLink }, language)],
    }
  },
  provisioning_stopped: ({ limit, link: url }, { tenant: { displayName: company }, to }, language) => ({
    subject: m.mail_provisioning_stopped_subject({ company }, language),
    heading: m.mail_provisioning_stopped_heading({}, language),
    before: [greeting(to, language), m.mail_provisioning_stopped_intro({ company, count: limit }, language)],
    button: { label: m.mail_provisioning_stopped_button({}, language), url },
    after: [m.mail_provisioning_stopped_choice({}, language)],
  }),
  feedback: (
    { feedbackId, username, mood, text, page, version, device, moment: when, link: url, hasScreenshot },
    { tenant },
    language,
  ) => ({
    subject: m.mail_feedback_subject({ company: tenant.displayName, mood: moodLabels[mood]({}, language) }, language),
    heading: m.mail_feedback_heading({ username }, language),
    before: text.split(/\n+/),
    button: { label: m.mail_feedback_button({}, language), url },
    after: [
      m.mail_feedback_facts(
        { mood: moodLabels[mood]({}, language), page, version, device, moment: dateTimeText(when, language) },
        language,
      ),
      ...(hasScreenshot ? [m.mail_feedback_screenshot({}, language)] : []),
      m.mail_feedback_id({ feedbackId }, language),
    ],
  }),
}

/** The content of an email in a language. */
export function writeMail<T extends TemplateName>(
  { template, parameters, ...parties }: Parties & { template: T; parameters: TemplateParameters[T] },
  language: Language,
): MailBody {
  return writers[template](parameters, parties, { locale: language })
}
