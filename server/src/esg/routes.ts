import { sql } from 'kysely'
import { problem } from '@steward/contract/errors'
import type { EsgSettings } from '@steward/contract/esg/schemas'
import { getEsgSettings, listEsgVersions, restoreEsgVersion, saveEsgSettings } from '@steward/contract/esg/endpoints'
import { type EsgWeights, defaultEsgWeights } from '@steward/contract/rules/esg'
import { constraintOf } from '../db/constraint.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../db/tenant.ts'
import type { EsgVersionTable } from '../db/types.ts'
import type { Bind } from '../http/binding.ts'
import { contextOf } from '../http/context.ts'
import type { Selectable } from 'kysely'

const shownVersions = 100

/** Binds the weights behind ESG scores: every save is a new version, and going back is one too. */
export function bindEsgRoutes(bind: Bind, db: Db): void {
  bind(getEsgSettings, async ({ principal, request, setEtag }) => {
    const settings = await withTenant(db, contextOf(principal, request.id), current, { readOnly: true })
    setEtag(settings.version)
    return settings
  })

  bind(listEsgVersions, async ({ principal, request }) => {
    const rows = await withTenant(
      db,
      contextOf(principal, request.id),
      (tx) => tx.selectFrom('esg_version').selectAll().orderBy('version', 'desc').limit(shownVersions).execute(),
      { readOnly: true },
    )
    return { items: [...rows.map(toSettings), defaults] }
  })

  bind(saveEsgSettings, async ({ principal, request, body, ifMatch, setEtag }) => {
    const settings = await addVersion(db, contextOf(principal, request.id), ifMatch, async () => ({ ...body, restoredFrom: null }))
    setEtag(settings.version)
    return settings
  })

  bind(restoreEsgVersion, async ({ principal, request, params, ifMatch, setEtag }) => {
    const settings = await addVersion(db, contextOf(principal, request.id), ifMatch, async (tx) => {
      const wanted = params.version === 0 ? defaults : await versionOf(tx, params.version)
      if (!wanted) throw problem('not_found')
      return { weights: wanted.weights, locked: wanted.locked, note: wanted.note, restoredFrom: params.version }
    })
    setEtag(settings.version)
    return settings
  })
}

type Content = Pick<EsgSettings, 'weights' | 'locked' | 'note' | 'restoredFrom'>

/** @throws version_conflict where another version came meanwhile */
async function addVersion(
  db: Db,
  ctx: TenantContext,
  ifMatch: number | undefined,
  content: (tx: TenantTransaction) => Promise<Content>,
): Promise<EsgSettings> {
  try {
    return await withTenant(db, ctx, async (tx) => {
      const { version } = await current(tx)
      if (ifMatch !== undefined && ifMatch !== version) throw problem('version_conflict')
      const { weights, locked, note, restoredFrom } = await content(tx)
      const row = await tx
        .insertInto('esg_version')
        .values({
          tenant_id: ctx.tenantId,
          version: version + 1,
          weights: sql<EsgWeights>`${JSON.stringify(weights)}::jsonb`,
          locked,
          note,
          restored_from: restoredFrom,
          created_by_name: ctx.actor.name,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toSettings(row)
    })
  } catch (error) {
    // Two saved at once: the number of the next version was taken.
    throw constraintOf(error) === 'esg_version_pk' ? problem('version_conflict') : error
  }
}

/** The weights in force; the defaults while nobody saved any. */
async function current(tx: TenantTransaction): Promise<EsgSettings> {
  const row = await tx.selectFrom('esg_version').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
  return row ? toSettings(row) : defaults
}

async function versionOf(tx: TenantTransaction, version: number): Promise<EsgSettings | undefined> {
  const row = await tx.selectFrom('esg_version').selectAll().where('version', '=', version).executeTakeFirst()
  return row && toSettings(row)
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

const toSettings = (row: Selectable<EsgVersionTable>): EsgSettings => ({
  version: row.version,
  createdBy: row.created_by_name,
  createdAt: row.created_at.toISOString(),
  note: row.note,
  restoredFrom: row.restored_from,
  isDefault: isSame(row.weights, defaultEsgWeights),
  weights: row.weights,
  locked: row.locked,
})

/** Whether two choices weigh every part alike, in whatever order they name them. */
const isSame = (a: EsgWeights, b: EsgWeights): boolean =>
  Object.keys(b.pillars).every((pillar) => a.pillars[pillar] === b.pillars[pillar]) &&
  Object.entries(b.factors).every(([pillar, level]) => Object.keys(level).every((id) => a.factors[pillar]?.[id] === level[id]))
