import { type ThirdPartyModel, findThirdPartyModel, thirdPartyModels } from '@steward/contract/catalog/third-party-models'
import { problem } from '@steward/contract/errors'
import type { BodyOf } from '@steward/contract/http'
import type { patchOpenModel } from '@steward/contract/open-models/endpoints'
import type { OpenModel } from '@steward/contract/open-models/schemas'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import { type OpenModelRow, lockOpenModel, readOpenModels, updateOpenModel } from './queries.ts'

/** The other providers' models that a tenant can enable. */
export function createOpenModelService({ db, now }: { db: Db; now: () => Date }) {
  return {
    async list(ctx: TenantContext): Promise<OpenModel[]> {
      const rows = await withTenant(db, ctx, readOpenModels, { readOnly: true })
      const byId = new Map(rows.map((row) => [row.model_id, row]))
      return thirdPartyModels.map((model) => toOpenModel(model, byId.get(model.modelId)))
    },

    /** @throws not_found, version_conflict, terms_outdated, terms_not_accepted, concurrency_too_large */
    async patch(ctx: TenantContext, modelId: string, body: BodyOf<typeof patchOpenModel>, ifMatch: number | undefined): Promise<OpenModel> {
      const model = findThirdPartyModel(modelId)
      if (!model) throw problem('not_found')
      return toOpenModel(model, await withTenant(db, ctx, (tx) => choose(tx, ctx, model, body, { ifMatch, now: now() })))
    },
  }
}

export type OpenModelService = ReturnType<typeof createOpenModelService>

/** @throws version_conflict, terms_outdated, terms_not_accepted, concurrency_too_large */
async function choose(
  tx: TenantTransaction,
  ctx: TenantContext,
  model: ThirdPartyModel,
  wanted: BodyOf<typeof patchOpenModel>,
  { ifMatch, now }: { ifMatch: number | undefined; now: Date },
): Promise<OpenModelRow> {
  const row = await lockOpenModel(tx, ctx.tenantId, model)
  if (ifMatch !== undefined && ifMatch !== row.version) throw problem('version_conflict')
  const { acceptTerms, isEnabled, maxConcurrency } = wanted
  if (acceptTerms !== undefined && acceptTerms !== model.terms.version) {
    throw problem('terms_outdated', { version: model.terms.version }, { field: 'acceptTerms' })
  }
  const isAccepted = acceptTerms !== undefined || row.terms_version === model.terms.version
  if (isEnabled && !isAccepted) throw problem('terms_not_accepted', {}, { field: 'isEnabled' })
  if (maxConcurrency !== undefined && maxConcurrency > model.largestConcurrency) {
    throw problem('concurrency_too_large', { maximum: model.largestConcurrency }, { field: 'maxConcurrency' })
  }
  return updateOpenModel(tx, model.modelId, {
    ...(acceptTerms === undefined ? {} : { terms_version: acceptTerms, accepted_by: ctx.actor.name, accepted_at: now }),
    is_enabled: isEnabled ?? row.is_enabled,
    max_concurrency: maxConcurrency ?? row.max_concurrency,
  })
}

function toOpenModel(model: ThirdPartyModel, row: OpenModelRow | undefined): OpenModel {
  const { modelId, name, provider, peril, region, version, terms, largestConcurrency, defaultConcurrency } = model
  const isCurrent = row?.terms_version === terms.version
  return {
    modelId,
    name,
    provider,
    peril,
    region,
    modelVersion: version,
    terms: { version: terms.version, text: [...terms.text] },
    accepted:
      row?.terms_version && row.accepted_at
        ? { version: row.terms_version, by: row.accepted_by ?? '', at: row.accepted_at.toISOString(), isCurrent }
        : null,
    // Terms that changed stop the model until they are accepted.
    isEnabled: (row?.is_enabled ?? false) && isCurrent,
    maxConcurrency: Math.min(row?.max_concurrency ?? defaultConcurrency, largestConcurrency),
    largestConcurrency,
    version: row?.version ?? 0,
  }
}
