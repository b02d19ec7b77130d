import { createHash } from 'node:crypto'
import type { Guidance } from '@steward/contract/help/guidance-schemas'
import { getGuidance } from '@steward/contract/help/guidance'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, type TenantTransaction, withTenant } from '../../db/tenant.ts'
import type { Bind } from '../../http/binding.ts'
import { contextOf } from '../../http/context.ts'
import type { Principal } from '../../http/principal.ts'

/** The specification's prod, ppe and pe (first file, section 9). */
const environments: ReadonlySet<string> = new Set(['production', 'ppe', 'pe'])
/** Users with a role of such a name skip the guide (first file, section 4). */
const automation = 'automation'

/** The script that is loaded in this installation; undefined where none is configured, or where the guide is not for. */
export function guidanceScript(config: { environment: string; guidanceScriptUrl: string | undefined }): URL | undefined {
  if (config.guidanceScriptUrl === undefined || !environments.has(config.environment)) return undefined
  return new URL(config.guidanceScriptUrl)
}

export interface GuidanceOptions {
  db: Db
  script: URL | undefined
  rolesOf(tx: TenantTransaction, userId: string): Promise<readonly string[]>
}

/** Binds the question which guidance script a console loads, and what it tells it. */
export function bindGuidance(bind: Bind, { db, script, rolesOf }: GuidanceOptions): void {
  bind(getGuidance, ({ principal, request }) => guidanceOf(principal, contextOf(principal, request.id)))

  async function guidanceOf(principal: Principal, ctx: TenantContext): Promise<Guidance> {
    if (script === undefined || principal.type !== 'user') return { script: null }
    return withTenant(
      db,
      ctx,
      async (tx) => {
        const roles = await rolesOf(tx, principal.id)
        if (roles.some((name) => name.toLowerCase().includes(automation))) return { script: null }
        const tenant = await tx.selectFrom('tenant').select('license_code').executeTakeFirstOrThrow()
        const userIdHash = createHash('sha256').update(principal.id).digest('hex')
        return { script: { url: script.href, userIdHash, licenceCode: tenant.license_code } }
      },
      { readOnly: true },
    )
  }
}
