import type { Selectable } from 'kysely'
import { type ThirdPartyModel, findThirdPartyModel, thirdPartyModels } from '@steward/contract/catalogue/third-party-models'
import { problem } from '@steward/contract/errors'
import type { BodyOf } from '@steward/contract/http'
import type { OpenModel } from '@steward/contract/open-models/schemas'
import { listOpenModels, patchOpenModel } from '@steward/contract/open-models/endpoints'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { OpenModelTable } from '../db/types.ts'
import type { Bind } from '../http/binding.ts'
import { contextOf } from '../http/context.ts'

type Row = Selectable<OpenModelTable>

/** Binds the models of other providers that a tenant may enable. */
export function bindOpenModelRoutes(bind: Bind, { db, now }: { db: Db; now: () => Date }): void {
  bind(listOpenModels, async ({ principal, request }) => {
    const rows = await withTenant(db, contextOf(principal, request.id), (tx) => tx.selectFrom('open_model').selectAll().execute(), {
      readOnly: true,
    })
    return {
      items: thirdPartyModels.map((model) =>
        toOpenModel(
          model,
          rows.find((row) => row.model_id === model.modelId),
        ),
      ),
    }
  })

  bind(patchOpenModel, async ({ principal, request, params, body, ifMatch, setEtag }) => {
    const model = findThirdPartyModel(params.modelId)
    if (!model) throw problem('not_found')
    const ctx = contextOf(principal, request.id)
    const changed = toOpenModel(model, await withTenant(db, ctx, (tx) => choose(tx, ctx, model, body, { ifMatch, now: now() })))
    setEtag(changed.version)
    return changed
  })
}

/** @throws version_conflict, terms_outdated, terms_not_accepted, concurrency_too_large */
async function choose(
  tx: TenantTransaction,
  ctx: TenantContext,
  model: ThirdPartyModel,
  wanted: BodyOf<typeof patchOpenModel>,
  { ifMatch, now }: { ifMatch: number | undefined; now: Date },
): Promise<Row> {
  // There is a row from the first choice on; two who choose first at once meet at it.
  await tx
    .insertInto('open_model')
    .values({ tenant_id: ctx.tenantId, model_id: model.modelId, max_concurrency: model.defaultConcurrency, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx.selectFrom('open_model').selectAll().where('model_id', '=', model.modelId).forUpdate().executeTakeFirstOrThrow()
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
  return tx
    .updateTable('open_model')
    .set({
      ...(acceptTerms === undefined ? {} : { terms_version: acceptTerms, accepted_by: ctx.actor.name, accepted_at: now }),
      is_enabled: isEnabled ?? row.is_enabled,
      max_concurrency: maxConcurrency ?? row.max_concurrency,
    })
    .where('model_id', '=', model.modelId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function toOpenModel(model: ThirdPartyModel, row: Row | undefined): OpenModel {
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
