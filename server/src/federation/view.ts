import { identityProviders } from '@steward/contract/catalog/identity-providers'
import type { Federation, FederationWarning } from '@steward/contract/federation/schemas'
import type { TenantTransaction } from '../db/tenant.ts'
import { addressesOf } from './addresses.ts'
import { keyView } from './keys.ts'
import {
  type CertificateRow,
  type KeyRow,
  type ProviderRow,
  canBreakGlass,
  findCertificates,
  findConfig,
  findGroups,
  findKeys,
  findProviders,
  findTenant,
  findUserByName,
} from './queries.ts'
import { mappingsOf, setupView, testResultOf } from './setup.ts'

const dayMs = 86_400_000
/** Administrators are warned this many days before expiry; notifications start as early. */
const warnDays = 60

interface Slot {
  row: ProviderRow
  certificates: CertificateRow[]
}

/** Everything an administrator can see of single sign-on; no secrets. */
export async function readFederation(tx: TenantTransaction, publicUrl: string, now: Date): Promise<Federation> {
  const [tenant, config, providers, keys] = [await findTenant(tx), await findConfig(tx), await findProviders(tx), await findKeys(tx)]
  const slotOf = async (row: ProviderRow | undefined): Promise<Slot | undefined> =>
    row && { row, certificates: await findCertificates(tx, row.slot) }
  const [active, draft] = [await slotOf(providers.active), await slotOf(providers.draft)]
  const mapped = [active, draft].flatMap((slot) => (slot ? mappingsOf(slot.row).map(({ groupId }) => groupId) : []))
  const groupNames = new Map((await findGroups(tx, mapped)).map((group) => [group.group_id, group.group_name]))
  const addresses = addressesOf(publicUrl, tenant.tenant_name)
  const protocol = (active ?? draft)?.row.protocol ?? 'oidc'
  return {
    federationState: config.state,
    identifierUri: addresses.identifierUri,
    responseUrl: addresses.responseUrls[protocol],
    responseUrls: addresses.responseUrls,
    metadataUrl: addresses.metadataUrl,
    jwksUrl: addresses.jwksUrl,
    logoutUrl: addresses.logoutUrl,
    frontChannelLogoutUrl: addresses.frontChannelLogoutUrl,
    initiateLoginUrl: addresses.initiateLoginUrl,
    supportedProviders: identityProviders.map((provider) => ({ ...provider, protocols: [...provider.protocols] })),
    active: active ? setupView(active.row, active.certificates, groupNames) : null,
    draft: draft ? setupView(draft.row, draft.certificates, groupNames) : null,
    keys: keys.map(keyView),
    warnings: [
      ...(active ? await slotWarnings(tx, active, groupNames, now) : []),
      ...(draft ? await slotWarnings(tx, draft, groupNames, now) : []),
      ...keyWarnings(keys, now),
    ],
    version: config.version,
  }
}

const daysUntil = (moment: Date, now: Date): number => Math.ceil((moment.getTime() - now.getTime()) / dayMs)

async function slotWarnings(
  tx: TenantTransaction,
  { row, certificates }: Slot,
  groupNames: ReadonlyMap<string, string>,
  now: Date,
): Promise<FederationWarning[]> {
  const warnings: FederationWarning[] = []
  const warn = (code: FederationWarning['code'], parameters: FederationWarning['parameters'] = {}) =>
    void warnings.push({ code, slot: row.slot, parameters })
  const named = certificates.filter((certificate) => certificate.is_in_metadata)
  for (const { subject, not_after: notAfter } of named) {
    const days = daysUntil(notAfter, now)
    const parameters = { subject, notAfter: notAfter.toISOString(), days }
    if (days <= 0) warn('certificate_expired', parameters)
    else if (days <= warnDays) warn('certificate_expiring', parameters)
  }
  const kept = certificates.length - named.length
  if (kept > 0) warn('certificate_kept', { count: kept })
  const secretEnd = row.client_secret === null ? null : row.client_secret_expires_at
  if (secretEnd) {
    const days = daysUntil(secretEnd, now)
    const parameters = { notAfter: secretEnd.toISOString(), days }
    if (days <= 0) warn('client_secret_expired', parameters)
    else if (days <= warnDays) warn('client_secret_expiring', parameters)
  }
  const breakGlass = await findUserByName(tx, row.admin_username)
  if (!breakGlass || !canBreakGlass(breakGlass)) warn('break_glass_unusable', { username: row.admin_username })
  const missing = mappingsOf(row).filter(({ groupId }) => !groupNames.has(groupId))
  for (const { providerGroup } of missing) warn('group_missing', { providerGroup })
  if (row.slot === 'draft' && testResultOf(row)?.outcome !== 'success') warn('draft_untested')
  return warnings
}

function keyWarnings(keys: readonly KeyRow[], now: Date): FederationWarning[] {
  return keys.flatMap(({ status, not_after: notAfter, fingerprint }): FederationWarning[] => {
    const days = daysUntil(notAfter, now)
    if (status !== 'active' || days > warnDays) return []
    const parameters = { notAfter: notAfter.toISOString(), days, fingerprint }
    return [{ code: days <= 0 ? 'key_expired' : 'key_expiring', slot: null, parameters }]
  })
}
