import { linkOptions, type LinkOptions } from '@tanstack/react-router'
import type { AttentionItem } from '@steward/contract/home/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { systemUsageProducts } from '@steward/contract/rules/routes'
import { formatLastDay } from '../i18n/expiry.ts'
import { quotaLabel } from '../licenses/labels.ts'

/** What needs attention, in one sentence. */
export function attentionText(item: AttentionItem): string {
  switch (item.kind) {
    case 'license_ends':
      return item.count === 1
        ? m.home_license_ends({ name: item.productName, count: Math.max(1, item.days) })
        : m.home_licenses_end({ name: item.productName, date: formatLastDay(item.dueAt) })
    case 'quota_limit': {
      const quota = { quota: quotaLabel(item.quotaName), product: item.productName }
      return item.dueAt === null ? m.home_quota_reached(quota) : m.home_quota_day({ ...quota, date: formatLastDay(item.dueAt) })
    }
    case 'invitations_expired':
      if (item.hasMore) return m.home_invitations_old_more({ count: String(item.count) })
      return item.count === 1 ? m.home_invitation_old({ name: item.username }) : m.home_invitations_old({ count: item.count })
    case 'api_keys_unused':
      return item.count === 1 ? m.home_key_unused({ name: item.apiKeyName, count: item.days }) : m.home_keys_unused({ count: item.count })
    case 'api_keys_expiring':
      return item.count === 1
        ? m.home_key_expires({ name: item.apiKeyName, count: Math.max(1, item.days) })
        : m.home_keys_expire({ name: item.apiKeyName, count: item.count })
    case 'certificate_ends':
      return item.days === 0
        ? m.home_certificate_ended({ name: item.providerName })
        : m.home_certificate_ends({ name: item.providerName, count: item.days })
    case 'provisioning_failed':
      return item.hasMore
        ? m.home_provisioning_failed_more({ count: String(item.count) })
        : m.home_provisioning_failed({ count: item.count })
    case 'deprovisioning_stopped':
      return m.home_deprovisioning_stopped()
    case 'factor_reset_waiting':
      return m.home_factor_reset({ asker: item.askedBy, name: item.username })
    case 'schemes_due':
      return item.count === 1 ? m.home_scheme_due({ name: item.schemeName }) : m.home_schemes_due({ count: item.count })
    case 'jobs_stuck':
      return item.hasMore
        ? m.home_jobs_stuck_more({ count: String(item.count), product: item.productName })
        : m.home_jobs_stuck({ count: item.count, product: item.productName })
  }
}

interface Step {
  label: string
  /** Missing where the button itself settles it. */
  link?: LinkOptions
}

/** The button that settles it. */
export function attentionStep(item: AttentionItem, canViewLicenses: boolean): Step {
  switch (item.kind) {
    case 'license_ends':
      return { label: m.home_license_action(), link: linkOptions({ to: '/company/company-licenses' }) }
    case 'quota_limit':
      return { label: m.home_quota_action(), link: quotaLink(item.productCode, canViewLicenses) }
    case 'invitations_expired':
      return { label: m.home_invitations_action() }
    case 'api_keys_unused':
      return { label: m.home_key_unused_action(), link: keyLink(item) }
    case 'api_keys_expiring':
      return { label: m.home_key_expires_action(), link: keyLink(item) }
    case 'certificate_ends':
      return { label: m.home_certificate_action(), link: linkOptions({ to: '/company/sso' }) }
    case 'provisioning_failed':
      return { label: m.home_provisioning_action(), link: linkOptions({ to: '/company/scim-management', search: { outcome: ['failed'] } }) }
    case 'deprovisioning_stopped':
      return { label: m.home_deprovisioning_action(), link: linkOptions({ to: '/company/scim-management' }) }
    case 'factor_reset_waiting':
      return {
        label: m.home_factor_reset_action(),
        link: linkOptions({ to: '/user-administration/users/$userId/sessions', params: { userId: item.userId } }),
      }
    case 'schemes_due':
      return item.count === 1
        ? {
            label: m.home_scheme_action(),
            link: linkOptions({ to: '/reference-data/currencies/currency-schemes/$scheme/new', params: { scheme: item.schemeCode } }),
          }
        : { label: m.home_schemes_action(), link: linkOptions({ to: '/reference-data/currencies/currency-schemes' }) }
    case 'jobs_stuck':
      return {
        label: m.home_jobs_action(),
        link: linkOptions({ to: '/monitoring/job-log', search: { status: ['Pending', 'Queued'], productCode: [item.productCode] } }),
      }
  }
}

/** The quotas of the company, or for people without licenses the use of the product. */
export function quotaLink(productCode: string, canViewLicenses: boolean): LinkOptions {
  const product = systemUsageProducts.find((one) => one.productCode === productCode)
  if (canViewLicenses || product === undefined) return linkOptions({ to: '/company/company-licenses/$type', params: { type: 'quotas' } })
  return linkOptions({ to: '/monitoring/system-usage/$app', params: { app: product.tab } })
}

/** The key itself where there is one, or the list of those that were never used. */
const keyLink = ({ count, apiKeyId }: { count: number; apiKeyId: string }): LinkOptions =>
  count === 1
    ? linkOptions({ to: '/developer-administration/access-credentials/$keyId', params: { keyId: apiKeyId } })
    : linkOptions({ to: '/developer-administration/access-credentials' })
