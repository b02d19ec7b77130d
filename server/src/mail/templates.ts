import { z } from 'zod'
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

const greeting = (givenName: string) => (givenName === '' ? m.mail_greeting_plain() : m.mail_greeting({ givenName }))

/** "14 March 2026 at 09:26", in UTC. */
const inWords = (iso: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))

type Writer<T extends TemplateName> = (parameters: TemplateParameters[T], tenant: MailTenant) => MailBody

const writers: { [T in TemplateName]: Writer<T> } = {
  activation: ({ givenName, username, link: url, expires }, { displayName: company, tenantName }) => ({
    subject: m.mail_activation_subject({ company }),
    heading: m.mail_activation_heading({ company }),
    before: [greeting(givenName), m.mail_activation_intro({ company })],
    button: { label: m.mail_activation_button(), url },
    after: [m.mail_activation_username({ tenantName, username }), m.mail_activation_validity({ expires: inWords(expires) })],
  }),
  reset: ({ givenName, username, link: url, expires }, { displayName: company }) => ({
    subject: m.mail_reset_subject({ company }),
    heading: m.mail_reset_heading(),
    before: [greeting(givenName), m.mail_reset_intro({ username, company })],
    button: { label: m.mail_reset_button(), url },
    after: [m.mail_reset_validity({ expires: inWords(expires) }), m.mail_reset_ignore()],
  }),
  password_changed: ({ givenName, username, link: url, moment: when }, { displayName: company }) => ({
    subject: m.mail_password_changed_subject({ company }),
    heading: m.mail_password_changed_heading(),
    before: [greeting(givenName), m.mail_password_changed_intro({ username, company, moment: inWords(when) })],
    button: { label: m.mail_password_changed_button(), url },
    after: [m.mail_password_changed_alarm()],
  }),
}

/** The words of a mail. */
export function writeMail<T extends TemplateName>(template: T, parameters: TemplateParameters[T], tenant: MailTenant): MailBody {
  return writers[template](parameters, tenant)
}
