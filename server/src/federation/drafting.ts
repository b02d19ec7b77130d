import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type FieldFault, problem } from '@steward/contract/errors'
import type { BodyOf } from '@steward/contract/http'
import type { enableFederation, updateFederation } from '@steward/contract/federation/endpoints'
import { Guard } from '../access/guard.ts'
import { type Actor, type TenantTransaction, tenantIdOf } from '../db/tenant.ts'
import type { FederationSlot } from '../db/types.ts'
import type { FederationContext } from './context.ts'
import type { Protocol, ProviderDescription, ProviderSource, ReadProvider, ReadingTools } from './protocol.ts'
import { type ProviderRow, findGroups, canBreakGlass, findReservedGroupId, findUserByName, storeCertificates } from './queries.ts'
import { sealText } from './secrets.ts'
import { claimNamesOf, endpointsOf, mappingsOf, secretContext } from './setup.ts'

/** Combines an administrator's input and the existing setup into a new setup. */

type Options = Omit<BodyOf<typeof updateFederation>, 'slot' | 'withoutTest' | 'metadataUrl' | 'providerName' | 'adminGroupName'>

/** An administrator's input, in one shape for both endpoints. */
export interface WantedSetup extends Options {
  metadataUrl?: string
  providerName?: string
  adminGroupName?: string
}

/** The names of the fields in the current endpoint, for error messages. */
export interface FieldNames {
  metadataUrl: string
  providerName: string
  adminGroupName: string
}

export function wantedOf(body: BodyOf<typeof enableFederation>): WantedSetup {
  const { AdminGroupName, IsTestIdp: _, MetadataUrl, ProviderName, ...options } = body
  return {
    ...options,
    ...(MetadataUrl === undefined ? {} : { metadataUrl: MetadataUrl }),
    ...(ProviderName === undefined ? {} : { providerName: ProviderName }),
    ...(AdminGroupName === undefined ? {} : { adminGroupName: AdminGroupName }),
  }
}

/** The source of the metadata: the one entered, or the previous one. */
export function sourceOf(wanted: WantedSetup, base: ProviderRow | undefined): ProviderSource | undefined {
  if (wanted.metadata !== undefined) return { kind: 'text', text: wanted.metadata }
  const url = wanted.metadataUrl ?? base?.metadata_url ?? undefined
  return url === undefined ? undefined : { kind: 'url', url }
}

/** Reads metadata with its protocol: the one given, the one it looks like, or the first one that can read it. */
export async function readProvider(
  protocols: readonly Protocol[],
  source: ProviderSource,
  said: Protocol['protocol'] | undefined,
  tools: ReadingTools,
): Promise<ReadProvider> {
  const looksLike = (protocol: Protocol) =>
    source.kind === 'text' ? protocol.recognizes(source.text) : protocol.protocol === 'oidc' && source.url.includes('/.well-known/')
  const chosen = protocols.find((protocol) => (said === undefined ? looksLike(protocol) : protocol.protocol === said))
  if (chosen) return chosen.readProvider(source, tools)
  let last: ReadProvider | undefined
  // SAML metadata can be at any URL; the URL of a discovery document can be entered without its suffix.
  for (const protocol of protocols.toSorted((a, b) => b.protocol.localeCompare(a.protocol, 'en'))) {
    last = await protocol.readProvider(source, tools)
    if (last.provider) return last
  }
  return last ?? { provider: undefined, checks: [] }
}

/** The description of valid metadata. @throws federation_metadata_refused, with the first check that failed */
export function usable({ provider, checks }: ReadProvider, field: string): ProviderDescription {
  const failed = checks.find(({ outcome }) => outcome === 'failed')
  if (provider && !failed) return provider
  const parameters = { check: failed?.code ?? 'readable', reason: String(failed?.parameters['reason'] ?? '') }
  throw problem('federation_metadata_refused', parameters, { field })
}

/** The stored setup as if it had just been read: for changes that do not touch uploaded metadata. */
export const describedBy = (row: ProviderRow): ProviderDescription => ({
  protocol: row.protocol,
  issuer: row.issuer,
  endpoints: endpointsOf(row),
  certificates: [],
  details: row.details as Record<string, unknown>, // the protocol's own, as it wrote them
})

export const isSameProvider = (row: ProviderRow, provider: ProviderDescription): boolean =>
  row.issuer === provider.issuer && row.protocol === provider.protocol

/**
 * Whether secrets would be sent to the same place as before. Metadata from the issuer's own URL is trusted for that; a file can
 * combine one provider's issuer with another's endpoints.
 */
const isSameDestination = (row: ProviderRow, provider: ProviderDescription, isFile: boolean): boolean =>
  isSameProvider(row, provider) && (!isFile || isDeepStrictEqual(endpointsOf(row), provider.endpoints))

/**
 * Only administrators can test an OpenID provider next to an active one: both use the same callback, so the second could receive
 * codes of the first (mix-up, RFC 9700, section 4.4). @throws administrator_only
 */
export async function mayDraft(
  tx: TenantTransaction,
  actor: Actor,
  { active, provider, isFile }: { active: ProviderRow | undefined; provider: ProviderDescription; isFile: boolean },
): Promise<void> {
  const isBeside = active?.protocol === 'oidc' && provider.protocol === 'oidc'
  if (isBeside && !isSameDestination(active, provider, isFile)) await new Guard(tx, actor).mustBeAdministrator()
}

/** Writes a slot; `base` provides the values that were not entered. */
export async function writeSetup(
  tx: TenantTransaction,
  context: FederationContext,
  ctx: { tenantId: string; actor: Actor },
  setup: {
    slot: FederationSlot
    wanted: WantedSetup
    provider: ProviderDescription
    base: ProviderRow | undefined
    isReread: boolean
    names: FieldNames
  },
): Promise<void> {
  const { slot, wanted, provider, base, names } = setup
  const same = base && isSameProvider(base, provider) ? base : undefined
  const fields = required(wanted, base, names)
  const adminUsername = await breakGlassOf(tx, wanted.adminUsername ?? base?.admin_username ?? nameOfCaller(ctx.actor))
  const mappings = wanted.groupMappings ?? (base ? mappingsOf(base) : [])
  await mayMap(
    tx,
    ctx.actor,
    mappings.map(({ groupId }) => groupId),
  )
  const protocol = context.protocols.find((one) => one.protocol === provider.protocol)
  const clientId = wanted.clientId ?? same?.client_id ?? null
  if (protocol?.authentication && clientId === null) throw problem('federation_client_missing', {}, { field: 'clientId' })
  const lender = same && isSameDestination(same, provider, wanted.metadata !== undefined) ? same : undefined
  // People who cannot read a secret must not be able to have it sent to another server.
  if (wanted.clientSecret === undefined && same?.client_secret && !lender) {
    throw problem('invalid_request', {}, { fields: [{ field: 'clientSecret', code: 'required' }] })
  }
  const clientSecret = secretOf(context, ctx.tenantId, wanted, lender)
  const values = {
    protocol: provider.protocol,
    provider_name: fields.providerName,
    metadata_url: wanted.metadata === undefined ? (wanted.metadataUrl ?? base?.metadata_url ?? null) : null,
    issuer: provider.issuer,
    endpoints: JSON.stringify(provider.endpoints),
    details: JSON.stringify(provider.details),
    admin_group_name: fields.adminGroupName,
    admin_username: adminUsername,
    group_mappings: JSON.stringify(mappings),
    claim_names: JSON.stringify(wanted.claimNames ?? (same ? claimNamesOf(same) : {})),
    client_id: clientId,
    client_secret: clientSecret,
    client_secret_expires_at:
      wanted.clientSecretExpiresAt === undefined ? (same?.client_secret_expires_at ?? null) : wanted.clientSecretExpiresAt,
    client_authentication: protocol?.authentication?.(provider.details, clientSecret !== null) ?? null,
    assertion_audience: wanted.assertionAudience ?? same?.assertion_audience ?? 'issuer',
    accepts_response_signature: wanted.acceptsResponseSignature ?? same?.accepts_response_signature ?? false,
    // People of a provider in use keep the NameID that they are known by.
    asks_persistent_name_id: same?.asks_persistent_name_id ?? true,
    test_result: null,
    ...(setup.isReread || slot === 'draft' ? { metadata_read_at: context.settings.now() } : {}),
    // Pending sign-ins through the active provider continue; those of a draft have to start over.
    ...(slot === 'draft' ? { revision: randomUUID() } : {}),
  }
  await tx
    .insertInto('federation_provider')
    .values({ tenant_id: tenantIdOf(tx), slot, metadata_read_at: context.settings.now(), ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'slot']).doUpdateSet(values))
    .execute()
  if (setup.isReread) await storeCertificates(tx, slot, provider.certificates, slot === 'active' ? 'keep' : 'drop')
}

const nameOfCaller = ({ type, name }: Actor): string | undefined => (type === 'user' ? name : undefined)

function required(wanted: WantedSetup, base: ProviderRow | undefined, names: FieldNames) {
  const providerName = wanted.providerName ?? base?.provider_name
  const adminGroupName = wanted.adminGroupName ?? base?.admin_group_name
  const missing: FieldFault[] = []
  if (providerName === undefined) missing.push({ field: names.providerName, code: 'required' })
  if (adminGroupName === undefined) missing.push({ field: names.adminGroupName, code: 'required' })
  if (providerName === undefined || adminGroupName === undefined) throw problem('invalid_request', {}, { fields: missing })
  return { providerName, adminGroupName }
}

/** The administrator who keeps a password. @throws federation_break_glass_refused */
export async function breakGlassOf(tx: TenantTransaction, username: string | undefined): Promise<string> {
  const user = username === undefined ? undefined : await findUserByName(tx, username)
  if (!user || !canBreakGlass(user)) throw problem('federation_break_glass_refused', {}, { field: 'adminUsername' })
  return user.username
}

/** Refuses mappings to groups that grant more than the caller has, and to groups whose members come from provisioning. */
async function mayMap(tx: TenantTransaction, actor: Actor, groupIds: readonly string[]): Promise<void> {
  const groups = new Map((await findGroups(tx, groupIds)).map((group) => [group.group_id, group]))
  for (const [index, groupId] of groupIds.entries()) {
    const field = `groupMappings.${index}.groupId`
    const group = groups.get(groupId.toLowerCase())
    if (!group) throw problem('group_unknown', {}, { field })
    if (group.managed_by_provider) throw problem('group_managed_elsewhere', {}, { field })
  }
  const reserved = await findReservedGroupId(tx)
  // Everyone who can configure single sign-on can map the provider's administrator group to the reserved group, because only an
  // administrator can activate the setup.
  const mapped = groupIds.filter((groupId) => groupId !== reserved)
  await new Guard(tx, actor).mayGiveGroups(mapped)
}

/** The encrypted secret: a new one, none, or the previous one. */
function secretOf({ cipher }: FederationContext, tenantId: string, wanted: WantedSetup, same: ProviderRow | undefined): string | null {
  if (wanted.clientSecret === undefined) return same?.client_secret ?? null
  return wanted.clientSecret === null ? null : sealText(cipher, wanted.clientSecret, secretContext(tenantId))
}

/** Whether the input equals the draft, so that the draft can be activated. */
export function saysTheSame(wanted: WantedSetup, draft: ProviderRow, openedSecret: string | undefined): boolean {
  const {
    metadata,
    metadataUrl,
    providerName,
    adminGroupName,
    protocol,
    clientId,
    clientSecret,
    adminUsername,
    groupMappings,
    claimNames,
    assertionAudience,
    acceptsResponseSignature,
  } = wanted
  const isOr = (value: unknown, stored: unknown) => value === undefined || JSON.stringify(value) === JSON.stringify(stored)
  return (
    metadata === undefined &&
    isOr(metadataUrl, draft.metadata_url) &&
    isOr(providerName, draft.provider_name) &&
    isOr(adminGroupName, draft.admin_group_name) &&
    isOr(protocol, draft.protocol) &&
    isOr(clientId, draft.client_id) &&
    isOr(clientSecret, openedSecret ?? null) &&
    isOr(adminUsername?.toLowerCase(), draft.admin_username.toLowerCase()) &&
    isOr(groupMappings, mappingsOf(draft)) &&
    isOr(claimNames, claimNamesOf(draft)) &&
    isOr(assertionAudience, draft.assertion_audience) &&
    isOr(acceptsResponseSignature, draft.accepts_response_signature)
  )
}
