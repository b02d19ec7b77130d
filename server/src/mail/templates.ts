import { z } from 'zod'
import type { Language } from '@steward/contract/languages'
import * as m from '@steward/contract/paraglide/messages'
import type { MailBody } from './layout.ts'

/** In whose name a mail is sent. */
export const mailTenantSchema = z.strictObject({ tenantId: z.uuid(), tenantName: z.string(), displayName: z.string() })
export type MailTenant = z.output<typeof mailTenantSchema>

const person = { givenName: z.string(), username: z.string() }
const link = z.url({ protocol: /^https?$/ })
const moment = z.iso.datetime()

/** What each template is given, beside the tenant. */
export const templateParameters = {
  activation: z.strictObject({ ...person, link, expires: moment }),
  reset: z.strictObject({ ...person, link, expires: moment }),
  password_changed: z.strictObject({ ...person, link, moment }),
} satisfies Record<string, z.ZodType>

export type TemplateName = keyof typeof templateParameters
export type TemplateParameters = { [T in TemplateName]: z.output<(typeof templateParameters)[T]> }

/** "14 March 2026 at 09:26", in UTC. */
const inWords = (iso: string, { locale }: InLanguage) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(iso),
  )

/** What a message is given to be in a language. */
interface InLanguage {
  locale: Language
}

const greeting = (givenName: string, language: InLanguage) =>
  givenName === '' ? m.mail_greeting_plain({}, language) : m.mail_greeting({ givenName }, language)

type Writer<T extends TemplateName> = (parameters: TemplateParameters[T], tenant: MailTenant, language: InLanguage) => MailBody

const writers: { [T in TemplateName]: Writer<T> } = {
  activation: ({ givenName, username, link: url, expires }, { displayName: company, tenantName }, language) => ({
    subject: m.mail_activation_subject({ company }, language),
    heading: m.mail_activation_heading({ company }, language),
    before: [greeting(givenName, language), m.mail_activation_intro({ company }, language)],
    button: { label: m.mail_activation_button({}, language), url },
    after: [
      m.mail_activation_username({ tenantName, username }, language),
      m.mail_activation_validity({ expires: inWords(expires, language) }, language),
    ],
  }),
  reset: ({ givenName, username, link: url, expires }, { displayName: company }, language) => ({
    subject: m.mail_reset_subject({ company }, language),
    heading: m.mail_reset_heading({}, language),
    before: [greeting(givenName, language), m.mail_reset_intro({ username, company }, language)],
    button: { label: m.mail_reset_button({}, language), url },
    after: [m.mail_reset_validity({ expires: inWords(expires, language) }, language), m.mail_reset_ignore({}, language)],
  }),
  password_changed: ({ givenName, username, link: url, moment: when }, { displayName: company }, language) => ({
    subject: m.mail_password_changed_subject({ company }, language),
    heading: m.mail_password_changed_heading({}, language),
    before: [
      greeting(givenName, language),
      m.mail_password_changed_intro({ username, company, moment: inWords(when, language) }, language),
    ],
    button: { label: m.mail_password_changed_button({}, language), url },
    after: [m.mail_password_changed_alarm({}, language)],
  }),
}

/** The words of a mail in a language. */
export function writeMail<T extends TemplateName>(
  template: T,
  parameters: TemplateParameters[T],
  tenant: MailTenant,
  language: Language,
): MailBody {
  return writers[template](parameters, tenant, { locale: language })
}
