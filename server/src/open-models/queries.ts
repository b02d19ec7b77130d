import type { Selectable, Updateable } from 'kysely'
import type { ThirdPartyModel } from '@steward/contract/catalog/third-party-models'
import type { TenantTransaction } from '../db/tenant.ts'
import type { OpenModelTable } from '../db/types.ts'

export type OpenModelRow = Selectable<OpenModelTable>

export const readOpenModels = (tx: TenantTransaction): Promise<OpenModelRow[]> => tx.selectFrom('open_model').selectAll().execute()

/** Locks a model's row, which exists from the first choice on; concurrent first choices wait for each other here. */
export async function lockOpenModel(
  tx: TenantTransaction,
  tenantId: string,
  { modelId, defaultConcurrency }: ThirdPartyModel,
): Promise<OpenModelRow> {
  await tx
    .insertInto('open_model')
    .values({ tenant_id: tenantId, model_id: modelId, max_concurrency: defaultConcurrency, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx.selectFrom('open_model').selectAll().where('model_id', '=', modelId).forUpdate().executeTakeFirstOrThrow()
}

export const updateOpenModel = (tx: TenantTransaction, modelId: string, values: Updateable<OpenModelTable>): Promise<OpenModelRow> =>
  tx.updateTable('open_model').set(values).where('model_id', '=', modelId).returningAll().executeTakeFirstOrThrow()
