import { problem } from '@steward/contract/errors'
import type { NewsEntry } from '@steward/contract/help/whats-new-schemas'
import type { Language } from '@steward/contract/languages'
import type { PermissionName } from '@steward/contract/rules/permissions'
import { consoleRoutes } from '@steward/contract/rules/routes'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, withTenant, withoutAnnouncing } from '../../db/tenant.ts'
import type { Principal } from '../../http/principal.ts'
import { type Entry, orderOf, readEntries } from './entries.ts'
import { findNewestSeen, saveNewestSeen } from './queries.ts'

interface WhatsNewContext {
  db: Db
  isGranted(principal: Principal, permission: PermissionName): Promise<boolean>
}

const permissionsOf = new Map<string, readonly PermissionName[]>(consoleRoutes.map(({ path, permissions }) => [path, permissions]))

/** What the product gained lately, and what a person has read of it. */
export function createWhatsNew({ db, isGranted }: WhatsNewContext) {
  const known = new Map<Language, Entry[]>()
  const entriesIn = (language: Language): Entry[] => {
    const entries = known.get(language) ?? readEntries(language)
    known.set(language, entries)
    return entries
  }

  async function canUse(principal: Principal, { page }: Entry): Promise<boolean> {
    const needed = page === null ? [] : (permissionsOf.get(page) ?? [])
    return (await Promise.all(needed.map((permission) => isGranted(principal, permission)))).every(Boolean)
  }

  return {
    async list(principal: Principal, ctx: TenantContext, language: Language): Promise<{ items: NewsEntry[] }> {
      const entries = entriesIn(language)
      const [usable, newestSeen] = await Promise.all([
        Promise.all(entries.map((entry) => canUse(principal, entry))),
        withTenant(db, ctx, (tx) => findNewestSeen(tx, principal.id), { readOnly: true }),
      ])
      const items = entries.filter((_, index) => usable[index])
      return { items: items.map((entry) => ({ ...entry, isUnread: newestSeen === undefined || orderOf(entry) > newestSeen })) }
    },

    /** @throws invalid_request for an entry that does not exist */
    async markSeen(principal: Principal, ctx: TenantContext, entryId: string, language: Language): Promise<void> {
      const entry = entriesIn(language).find((one) => one.entryId === entryId)
      if (!entry) throw problem('invalid_request', {}, { fields: [{ field: 'entryId', code: 'invalid_value' }] })
      await withTenant(db, ctx, (tx) => saveNewestSeen(withoutAnnouncing(tx), principal.id, orderOf(entry)))
    },
  }
}

export type WhatsNewService = ReturnType<typeof createWhatsNew>
