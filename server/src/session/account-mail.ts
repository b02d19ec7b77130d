import type { TenantTransaction } from '../db/tenant.ts'
import { sendMail } from '../mail/mailer.ts'
import type { AccountRow } from './queries.ts'
import type { SessionSettings } from './settings.ts'

/** The tenant's name for people. */
export const companyOf = ({ display_name: displayName, tenant_name: tenantName }: AccountRow): string => displayName || tenantName

/** To whom a mail about an account goes, and for which tenant. */
export const addresseeOf = (account: AccountRow) => ({
  to: {
    userId: account.user_id,
    username: account.username,
    givenName: account.given_name,
    familyName: account.family_name,
    address: account.email,
  },
  tenant: { tenantId: account.tenant_id, tenantName: account.tenant_name, displayName: companyOf(account) },
})

/** Where the account signs in. */
export const signInAddress = ({ publicUrl }: SessionSettings, { tenant_name: tenant }: AccountRow): string =>
  `${publicUrl}/home/login?${new URLSearchParams({ tenant })}`

/** Mails what was just done to the account, with where to sign in. */
export const mailDone = (
  tx: TenantTransaction,
  settings: SessionSettings,
  account: AccountRow,
  template: 'password_changed' | 'factors_reset',
): Promise<void> =>
  sendMail(tx, {
    template,
    ...addresseeOf(account),
    parameters: { username: account.username, link: signInAddress(settings, account), moment: settings.now().toISOString() },
  })
