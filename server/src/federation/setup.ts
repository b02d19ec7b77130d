import type { ClaimNames, FederationSetup, FederationTestResult, ProviderEndpoints } from '@steward/contract/federation/schemas'
import type { Cipher } from '../secrets/cipher.ts'
import { addressesOf } from './addresses.ts'
import { keyPairsOf } from './keys.ts'
import type { ProviderSetup, RelyingParty, SigningCertificate } from './protocol.ts'
import type { CertificateRow, KeyRow, ProviderRow, TenantName } from './queries.ts'
import { openText } from './secrets.ts'

/** Converts rows for protocols and for administrators. */

export interface GroupMapping {
  providerGroup: string
  groupId: string
}

// These columns were validated against the contract's schemas when saved.
export const mappingsOf = (row: Pick<ProviderRow, 'group_mappings'>) => row.group_mappings as GroupMapping[]
export const claimNamesOf = (row: Pick<ProviderRow, 'claim_names'>) => row.claim_names as ClaimNames
/** Whether people of the same issuer would be identified by another claim. */
export const changesIdentifier = (active: ProviderRow, draft: ProviderRow): boolean =>
  active.issuer === draft.issuer && claimNamesOf(active).identifier !== claimNamesOf(draft).identifier

export const testResultOf = (row: Pick<ProviderRow, 'test_result'>) => row.test_result as FederationTestResult | null
export const endpointsOf = (row: Pick<ProviderRow, 'endpoints'>) => row.endpoints as ProviderEndpoints

/** Bound to the tenant, so that a secret copied to another tenant's row cannot be decrypted. */
export const secretContext = (tenantId: string) => `federation_provider ${tenantId}`

export function relyingPartyOf(
  publicUrl: string,
  tenant: TenantName,
  keys: readonly KeyRow[],
  cipher: Cipher,
  protocol: 'oidc' | 'saml',
): RelyingParty {
  const { identifierUri, responseUrls, metadataUrl, jwksUrl, logoutUrl, afterLogoutUrl } = addressesOf(publicUrl, tenant.tenant_name)
  return {
    tenantName: tenant.tenant_name,
    displayName: tenant.display_name || tenant.tenant_name,
    identifierUri,
    responseUrl: responseUrls[protocol],
    metadataUrl,
    jwksUrl,
    logoutUrl,
    afterLogoutUrl,
    keys: keyPairsOf(keys, cipher),
  }
}

const certificateOf = (row: CertificateRow): SigningCertificate => ({
  der: row.der,
  fingerprint: row.fingerprint,
  subject: row.subject,
  notBefore: row.not_before,
  notAfter: row.not_after,
})

/** @throws if the secret was encrypted with a key file that this process does not have */
export function setupOf(
  row: ProviderRow,
  certificates: readonly CertificateRow[],
  relyingParty: RelyingParty,
  cipher: Cipher,
): ProviderSetup {
  const clientSecret = openText(cipher, row.client_secret, secretContext(row.tenant_id))
  if (row.client_secret !== null && clientSecret === undefined) {
    throw new Error('The client secret of the identity provider was sealed with another key (docs/operators: several servers)')
  }
  return {
    relyingParty,
    protocol: row.protocol,
    issuer: row.issuer,
    endpoints: endpointsOf(row),
    certificates: certificates.map(certificateOf),
    details: row.details as Record<string, unknown>, // the protocol's own, as it wrote them
    claimNames: claimNamesOf(row),
    clientId: row.client_id,
    clientSecret: clientSecret ?? null,
    assertionAudience: row.assertion_audience,
    acceptsResponseSignature: row.accepts_response_signature,
    asksPersistentNameId: row.asks_persistent_name_id,
  }
}

/** @param groupNames of the groups in mappings, by id */
export function setupView(
  row: ProviderRow,
  certificates: readonly CertificateRow[],
  groupNames: ReadonlyMap<string, string>,
): FederationSetup {
  const testResult = testResultOf(row)
  return {
    providerName: row.provider_name,
    protocol: row.protocol,
    metadataUrl: row.metadata_url,
    metadataReadAt: row.metadata_read_at.toISOString(),
    issuer: row.issuer,
    endpoints: endpointsOf(row),
    certificates: certificates.map((certificate) => ({
      fingerprint: certificate.fingerprint,
      subject: certificate.subject,
      notBefore: certificate.not_before.toISOString(),
      notAfter: certificate.not_after.toISOString(),
      isInMetadata: certificate.is_in_metadata,
    })),
    adminGroupName: row.admin_group_name,
    adminUsername: row.admin_username,
    groupMappings: mappingsOf(row).map((mapping) => ({ ...mapping, groupName: groupNames.get(mapping.groupId) ?? null })),
    claimNames: claimNamesOf(row),
    clientId: row.client_id,
    clientAuthentication: row.client_authentication,
    assertionAudience: row.assertion_audience,
    acceptsResponseSignature: row.accepts_response_signature,
    hasClientSecret: row.client_secret !== null,
    clientSecretExpiresAt: row.client_secret_expires_at?.toISOString() ?? null,
    testResult,
    isTested: testResult?.outcome === 'success',
    updatedAt: row.updated_at.toISOString(),
  }
}
