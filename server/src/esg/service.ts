import { problem } from '@steward/contract/errors'
import type { saveEsgSettings } from '@steward/contract/esg/endpoints'
import type { EsgSettings } from '@steward/contract/esg/schemas'
import type { BodyOf } from '@steward/contract/http'
import { type EsgWeights, defaultEsgWeights } from '@steward/contract/rules/esg'
import { constraintOf } from '../db/constraint.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import { type EsgContent, type EsgVersionRow, findVersion, insertVersion, newestVersion, readVersions } from './queries.ts'

const shownVersions = 100

/** The weights of ESG scores: every save creates a new version, and so does every restore. */
export function createEsgService(db: Db) {
  /** @throws version_conflict if another version was saved first */
  async function addVersion(
    ctx: TenantContext,
    ifMatch: number | undefined,
    content: (tx: TenantTransaction) => Promise<EsgContent>,
  ): Promise<EsgSettings> {
    try {
      return await withTenant(db, ctx, async (tx) => {
        const { version } = await current(tx)
        if (ifMatch !== undefined && ifMatch !== version) throw problem('version_conflict')
        return toSettings(await insertVersion(tx, ctx, version + 1, await content(tx)))
      })
    } catch (error) {
      // Of two concurrent saves, the other took the number of the next version.
      throw constraintOf(error) === 'esg_version_pk' ? problem('version_conflict') : error
    }
  }

  return {
    /** The current weights. */
    read: (ctx: TenantContext): Promise<EsgSettings> => withTenant(db, ctx, current, { readOnly: true }),

    /** Newest first, the defaults last. */
    async versions(ctx: TenantContext): Promise<EsgSettings[]> {
      const rows = await withTenant(db, ctx, (tx) => readVersions(tx, shownVersions), { readOnly: true })
      return [...rows.map(toSettings), defaults]
    },

    /** @throws version_conflict */
    save: (ctx: TenantContext, ifMatch: number | undefined, body: BodyOf<typeof saveEsgSettings>): Promise<EsgSettings> =>
      addVersion(ctx, ifMatch, async () => ({ ...body, restoredFrom: null })),

    /** @throws not_found, version_conflict */
    restore: (ctx: TenantContext, ifMatch: number | undefined, version: number): Promise<EsgSettings> =>
      addVersion(ctx, ifMatch, async (tx) => {
        const row = version === 0 ? undefined : await findVersion(tx, version)
        if (version !== 0 && !row) throw problem('not_found')
        const { weights, locked, note } = row ? toSettings(row) : defaults
        return { weights, locked, note, restoredFrom: version }
      }),
  }
}

export type EsgService = ReturnType<typeof createEsgService>

/** The current weights; the defaults if none were saved. */
async function current(tx: TenantTransaction): Promise<EsgSettings> {
  const row = await newestVersion(tx)
  return row ? toSettings(row) : defaults
}

const defaults: EsgSettings = {
  version: 0,
  createdBy: '',
  createdAt: null,
  note: '',
  restoredFrom: null,
  isDefault: true,
  weights: defaultEsgWeights,
  locked: [],
}

const toSettings = (row: EsgVersionRow): EsgSettings => ({
  version: row.version,
  createdBy: row.created_by_name,
  createdAt: row.created_at.toISOString(),
  note: row.note,
  restoredFrom: row.restored_from,
  isDefault: isSame(row.weights, defaultEsgWeights),
  weights: row.weights,
  locked: row.locked,
})

/** Whether two choices have equal weights, in any order. */
const isSame = (a: EsgWeights, b: EsgWeights): boolean =>
  Object.keys(b.pillars).every((pillar) => a.pillars[pillar] === b.pillars[pillar]) &&
  Object.entries(b.factors).every(([pillar, level]) => Object.keys(level).every((id) => a.factors[pillar]?.[id] === level[id]))
