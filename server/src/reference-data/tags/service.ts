import { type ProblemException, problem } from '@steward/contract/errors'
import type { BodyOf, QueryOf } from '@steward/contract/http'
import type { createTag, listTags, updateTag } from '@steward/contract/reference-data/tags'
import type { Tag } from '@steward/contract/reference-data/tags-schemas'
import { constraintOf } from '../../db/constraint.ts'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../../db/tenant.ts'
import { streamExport } from '../../exports/stream-export.ts'
import type { Caller } from '../../http/caller.ts'
import { refuseOtherValues } from '../../http/read-only.ts'
import { type TagFilter, changeTag, exportedTags, findTag, insertTag, lockTag, readTagPage, toTag } from './queries.ts'

const refusals: Readonly<Record<string, () => ProblemException>> = {
  tag_name_unique: () => problem('tag_exists', {}, { field: 'tagName' }),
}

/** Reading and changing the tags of a tenant. Every method runs in one transaction of the caller's tenant. */
export function createTagService(db: Db) {
  async function change<T>(ctx: TenantContext, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    try {
      return await withTenant(db, ctx, work)
    } catch (error) {
      throw refusals[constraintOf(error) ?? '']?.() ?? error
    }
  }

  return {
    async list(ctx: TenantContext, { limit, offset, ...filter }: QueryOf<typeof listTags>) {
      const { rows, ...total } = await withTenant(db, ctx, (tx) => readTagPage(tx, filter, { limit, offset }), { readOnly: true })
      return { count: rows.length, items: rows.map(toTag), limit, offset, ...total }
    },

    /** The filtered tags as CSV. */
    export: (caller: Caller, filter: TagFilter) => streamExport(db, caller, 'tags', exportedTags(db.kysely, caller.tenantId, filter)),

    /** @throws tag_exists */
    create(ctx: TenantContext, { tagName }: BodyOf<typeof createTag>): Promise<Tag> {
      return change(ctx, async (tx) => {
        return show(tx, await insertTag(tx, tagName, ctx.actor.name))
      })
    },

    /**
     * Renames, activates or deactivates a tag. One that already is as wanted keeps its version.
     * @throws not_found, version_conflict, tag_exists
     */
    update(ctx: TenantContext, tagId: string, wanted: BodyOf<typeof updateTag>, ifMatch: number | undefined): Promise<Tag> {
      return change(ctx, async (tx) => {
        const tag = await lockTag(tx, tagId)
        if (!tag) throw problem('not_found')
        const { tagName = tag.tag_name, isActive = tag.is_active, version, ...unchanged } = wanted
        const expected = ifMatch ?? version
        if (expected !== undefined && expected !== tag.version) throw problem('version_conflict')
        refuseOtherValues(unchanged, await show(tx, tagId))
        if (tagName !== tag.tag_name || isActive !== tag.is_active) {
          await changeTag(tx, tagId, { tag_name: tagName, is_active: isActive, updated_by: ctx.actor.name })
        }
        return show(tx, tagId)
      })
    },
  }
}

export type TagService = ReturnType<typeof createTagService>

/** @throws not_found */
async function show(tx: TenantTransaction, tagId: string): Promise<Tag> {
  const row = await findTag(tx, tagId)
  if (!row) throw problem('not_found')
  return toTag(row)
}
