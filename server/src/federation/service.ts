import { problem } from '@steward/contract/errors'
import type { checkFederation, disableFederation, enableFederation, updateFederation } from '@steward/contract/federation/endpoints'
import type { Federation } from '@steward/contract/federation/schemas'
import type { BodyOf, ResponseOf } from '@steward/contract/http'
import type { getFederationImpact } from '@steward/contract/federation/endpoints'
import { Guard } from '../access/guard.ts'
import { type TenantContext, type TenantTransaction, noteChange, withTenant } from '../db/tenant.ts'
import {
  type WantedSetup,
  breakGlassOf,
  describedBy,
  isSameProvider,
  mayDraft,
  readProvider,
  saysTheSame,
  sourceOf,
  usable,
  wantedOf,
  writeSetup,
} from './drafting.ts'
import { activateKey, addNextKey, dropKey, ensureKeys } from './keys.ts'
import type { FederationContext } from './context.ts'
import {
  type ProviderRow,
  activateDraft,
  countImpact,
  deleteCertificate,
  deleteProvider,
  findBreakGlassCandidates,
  findCertificates,
  findProviders,
  findTenant,
  lockConfig,
  releaseGroups,
  returnToPasswords,
  settleConfig,
  storeDescription,
  unlinkSubjects,
} from './queries.ts'
import { openText } from './secrets.ts'
import { changesIdentifier, claimNamesOf, secretContext, testResultOf } from './setup.ts'
import { readFederation } from './view.ts'

const enableNames = { metadataUrl: 'MetadataUrl', providerName: 'ProviderName', adminGroupName: 'AdminGroupName' }
const updateNames = { metadataUrl: 'metadataUrl', providerName: 'providerName', adminGroupName: 'adminGroupName' }
/** The batch size for returning users to passwords. */
const chunk = 5_000

/**
 * The configuration and its states: a draft is TESTING until it is activated (ACTIVE), and can be deleted at any time. Changes of how
 * people sign in require an administrator, because a trusted provider can sign in as anyone in the tenant.
 */
export function createFederationService(context: FederationContext) {
  const { db, settings, cipher } = context
  const show = (tx: TenantTransaction) => readFederation(tx, settings.publicUrl, settings.now())

  /** One change: locks, checks the caller's version, updates the configuration row, and returns the new state. */
  async function change(
    ctx: TenantContext,
    ifMatch: number | undefined,
    work: (tx: TenantTransaction, slots: Slots) => Promise<void>,
  ): Promise<Federation> {
    return withTenant(db, ctx, async (tx) => {
      const config = await lockConfig(tx)
      if (ifMatch !== undefined && ifMatch !== config.version) throw problem('version_conflict')
      await work(tx, await findProviders(tx))
      await settleConfig(tx)
      return show(tx)
    })
  }

  const mustBeAdministrator = (tx: TenantTransaction, ctx: TenantContext) => new Guard(tx, ctx.actor).mustBeAdministrator()
  const readingTools = ({ tenantId }: TenantContext) => ({ now: settings.now, fetch: context.fetchFor(tenantId) })
  const slotsOf = (ctx: TenantContext) => withTenant(db, ctx, findProviders, { readOnly: true })

  async function draft(ctx: TenantContext, wanted: WantedSetup, ifMatch: number | undefined): Promise<Federation> {
    const before = await slotsOf(ctx)
    const source = sourceOf(wanted, before.draft ?? before.active)
    // The metadata of an active OpenID provider that was uploaded as a file stays as it is.
    if (!source && !before.draft && before.active?.protocol !== 'oidc')
      throw problem('invalid_request', {}, { fields: [{ field: enableNames.metadataUrl, code: 'required' }] })
    const read = source && (await readProvider(context.protocols, source, wanted.protocol, readingTools(ctx)))
    return change(ctx, ifMatch, async (tx, slots) => {
      const base = slots.draft ?? slots.active
      const provider = read ? usable(read, enableNames.metadataUrl) : base && describedBy(base)
      if (!provider) throw problem('federation_no_draft')
      await mayDraft(tx, ctx.actor, { active: slots.active, provider, isFile: wanted.metadata !== undefined })
      // A draft of the same issuer inherits values from the active provider.
      const lender = [slots.draft, slots.active].find((row) => row && isSameProvider(row, provider)) ?? base
      await writeSetup(tx, context, ctx, {
        slot: 'draft',
        wanted,
        provider,
        base: lender,
        isReread: read !== undefined,
        names: enableNames,
      })
      await ensureKeys(tx, cipher, (await findTenant(tx)).tenant_name, settings.now())
    })
  }

  /** Activates the draft as tested. */
  async function takeOver(ctx: TenantContext, wanted: WantedSetup, ifMatch: number | undefined): Promise<Federation> {
    return change(ctx, ifMatch, async (tx, { active, draft: row }) => {
      if (!row) throw problem('federation_no_draft')
      await mustBeAdministrator(tx, ctx)
      const isTested = testResultOf(row)?.outcome === 'success'
      if (!isTested || !saysTheSame(wanted, row, openText(cipher, row.client_secret, secretContext(ctx.tenantId)))) {
        throw problem('federation_untested')
      }
      await breakGlassOf(tx, row.admin_username)
      if (active && changesIdentifier(active, row)) await unlinkSubjects(tx, row.issuer)
      if (active) await deleteProvider(tx, 'active')
      await activateDraft(tx)
      noteChange(tx, 'federation_certificate')
      await context.endSessions(tx, { methods: ['password', 'passkey'], exceptUsername: row.admin_username }, 'sso_change')
      // The new provider has not authenticated the sessions of another one.
      if (active && active.issuer !== row.issuer) await context.endSessions(tx, { methods: ['oidc', 'saml'] }, 'sso_change')
    })
  }

  async function update(ctx: TenantContext, body: BodyOf<typeof updateFederation>, ifMatch: number | undefined): Promise<Federation> {
    const { slot: named, withoutTest, ...wanted } = body
    const choose = (slots: Slots) => slots[named ?? (slots.active ? 'active' : 'draft')]
    const before = choose(await slotsOf(ctx))
    if (!before) throw problem('federation_inactive')
    // A file is read when it is uploaded; a URL is read again with every change.
    const source = sourceOf(wanted, before)
    const read = source && (await readProvider(context.protocols, source, wanted.protocol ?? before.protocol, readingTools(ctx)))
    return change(ctx, ifMatch, async (tx, slots) => {
      const base = choose(slots)
      if (!base) throw problem('federation_inactive')
      if (base.slot === 'active') await mustBeAdministrator(tx, ctx)
      const provider = read ? usable(read, updateNames.metadataUrl) : describedBy(base)
      const isAnother = !isSameProvider(base, provider) || (wanted.clientId !== undefined && wanted.clientId !== base.client_id)
      if (base.slot === 'draft') await mayDraft(tx, ctx.actor, { active: slots.active, provider, isFile: wanted.metadata !== undefined })
      if (base.slot === 'active' && withoutTest !== true) secretMustBeTested(ctx, base, wanted)
      // Everyone would be someone else until the claim is known to come.
      if (base.slot === 'active' && wanted.claimNames && wanted.claimNames.identifier !== claimNamesOf(base).identifier) {
        throw problem('federation_untested', {}, { field: 'claimNames.identifier' })
      }
      // Everyone would be kept out by a provider that signs only its responses.
      if (base.slot === 'active' && wanted.acceptsResponseSignature === false && base.accepts_response_signature) {
        throw problem('federation_untested', {}, { field: 'acceptsResponseSignature' })
      }
      if (base.slot === 'active' && isAnother) throw problem('federation_other_provider', {}, { field: updateNames.metadataUrl })
      await writeSetup(tx, context, ctx, { slot: base.slot, wanted, provider, base, isReread: read !== undefined, names: updateNames })
    })
  }

  /** A wrong secret would keep everyone out, so it comes with a tested draft. @throws federation_secret_untested */
  function secretMustBeTested({ tenantId }: TenantContext, row: ProviderRow, { clientSecret }: WantedSetup): void {
    if (clientSecret === undefined) return
    const current = openText(cipher, row.client_secret, secretContext(tenantId)) ?? null
    if (clientSecret !== current) throw problem('federation_secret_untested', {}, { field: 'clientSecret' })
  }

  const dropDraft = (ctx: TenantContext, ifMatch: number | undefined) =>
    change(ctx, ifMatch, async (tx, slots) => {
      if (!slots.draft) throw problem('federation_no_draft')
      await deleteProvider(tx, 'draft')
    })

  /** Returns everyone to passwords; users of the provider are mailed a link to set one. */
  async function turnOff(ctx: TenantContext, adminUsername: string | undefined, ifMatch: number | undefined) {
    let mailed = 0
    const federation = await change(ctx, ifMatch, async (tx, { active }) => {
      if (!active) throw problem('federation_inactive')
      await mustBeAdministrator(tx, ctx)
      await breakGlassOf(tx, adminUsername ?? active.admin_username)
      await deleteProvider(tx, 'active')
      await settleConfig(tx)
      await context.endSessions(tx, { methods: ['oidc', 'saml'] }, 'sso_change')
      await releaseGroups(tx)
      for (let users; (users = await returnToPasswords(tx, chunk)).length > 0;) {
        const waiting = users.filter((user) => !user.is_disabled).map((user) => user.user_id)
        await context.returnToPasswords(tx, waiting)
        mailed += waiting.length
      }
    })
    return { ...federation, mailed }
  }

  return {
    get: (ctx: TenantContext): Promise<Federation> => withTenant(db, ctx, show, { readOnly: true }),

    /** Drafts a provider, or activates the tested draft. */
    enable: (ctx: TenantContext, body: BodyOf<typeof enableFederation>, ifMatch: number | undefined) =>
      body.IsTestIdp ? draft(ctx, wantedOf(body), ifMatch) : takeOver(ctx, wantedOf(body), ifMatch),

    update,
    cancel: dropDraft,

    async disable(ctx: TenantContext, { IsTestIdp, adminUsername }: BodyOf<typeof disableFederation>, ifMatch: number | undefined) {
      return IsTestIdp ? { ...(await dropDraft(ctx, ifMatch)), mailed: 0 } : turnOff(ctx, adminUsername, ifMatch)
    },

    /** Refreshes the active provider's metadata as the system; does nothing if it has not changed. */
    async refresh(ctx: TenantContext): Promise<void> {
      const { active } = await slotsOf(ctx)
      const source = active && sourceOf({}, active)
      if (!active || !source) return
      const provider = usable(await readProvider(context.protocols, source, active.protocol, readingTools(ctx)), 'metadataUrl')
      if (!isSameProvider(active, provider)) throw problem('federation_other_provider')
      await withTenant(db, ctx, (tx) => storeDescription(tx, provider, settings.now()))
    },

    /** The users affected by enabling or disabling. */
    impact: (ctx: TenantContext): Promise<ResponseOf<typeof getFederationImpact>> =>
      withTenant(
        db,
        ctx,
        async (tx) => {
          const { active, draft: row } = await findProviders(tx)
          const counts = await countImpact(tx, row?.admin_username ?? active?.admin_username ?? ctx.actor.name)
          return {
            externalUsers: counts.external_users,
            passwordUsers: counts.password_users,
            passwordSessions: counts.password_sessions,
            federatedSessions: counts.federated_sessions,
            breakGlassCandidates: await findBreakGlassCandidates(tx),
          }
        },
        { readOnly: true },
      ),

    /** Checks metadata without storing it. */
    async check(
      ctx: TenantContext,
      { metadataUrl, metadata, protocol, clientBy }: BodyOf<typeof checkFederation>,
    ): Promise<ResponseOf<typeof checkFederation>> {
      const source = sourceOf({ metadata, metadataUrl }, undefined)
      if (!source) throw problem('invalid_request', {}, { fields: [{ field: 'metadataUrl', code: 'required' }] })
      const { provider, checks } = await readProvider(context.protocols, source, protocol, { ...readingTools(ctx), clientBy })
      const shown = provider && {
        protocol: provider.protocol,
        issuer: provider.issuer,
        endpoints: provider.endpoints,
        certificates: provider.certificates.map(({ fingerprint, subject, notBefore, notAfter }) => ({
          fingerprint,
          subject,
          notBefore: notBefore.toISOString(),
          notAfter: notAfter.toISOString(),
          isInMetadata: true,
        })),
      }
      return { provider: shown ?? null, checks, isUsable: shown !== undefined && checks.every(({ outcome }) => outcome !== 'failed') }
    },

    /** Stops accepting a certificate of earlier metadata. */
    dropCertificate: (ctx: TenantContext, fingerprint: string) =>
      change(ctx, undefined, async (tx) => {
        const found = (await findCertificates(tx, 'active')).find((certificate) => certificate.fingerprint === fingerprint)
        if (!found) throw problem('not_found')
        await mustBeAdministrator(tx, ctx)
        if (found.is_in_metadata) throw problem('federation_certificate_in_use')
        await deleteCertificate(tx, fingerprint)
      }),

    addKey: (ctx: TenantContext) =>
      change(ctx, undefined, async (tx) => {
        await mustBeAdministrator(tx, ctx)
        await addNextKey(tx, cipher, (await findTenant(tx)).tenant_name, settings.now())
      }),

    activateKey: (ctx: TenantContext, keyId: string) =>
      change(ctx, undefined, async (tx) => {
        await mustBeAdministrator(tx, ctx)
        await activateKey(tx, keyId)
      }),

    dropKey: (ctx: TenantContext, keyId: string) =>
      change(ctx, undefined, async (tx) => {
        await mustBeAdministrator(tx, ctx)
        await dropKey(tx, keyId)
      }),
  }
}

export type FederationService = ReturnType<typeof createFederationService>

type Slots = { active: ProviderRow | undefined; draft: ProviderRow | undefined }
