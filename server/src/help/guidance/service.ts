import { createHash } from 'node:crypto'
import type { Guidance } from '@steward/contract/help/guidance-schemas'
import { describeUser } from '../../access/permission-inputs.ts'
import type { Db } from '../../db/pool.ts'
import { type TenantContext, withTenant } from '../../db/tenant.ts'
import type { Principal } from '../../http/principal.ts'
import { licenseCodeOf } from './queries.ts'

/** The specification's prod, ppe and pe (first file, section 9). */
const environments: ReadonlySet<string> = new Set(['production', 'ppe', 'pe'])
/** Users with a role of this name skip the guide (first file, section 4). */
const automation = 'automation'

/** The script of this installation; undefined if none is configured, or for an excluded environment. */
export function guidanceScript(config: { environment: string; guidanceScriptUrl: string | undefined }): URL | undefined {
  if (config.guidanceScriptUrl === undefined || !environments.has(config.environment)) return undefined
  return new URL(config.guidanceScriptUrl)
}

/** Provides the guidance script of the console, and its data. */
export function createGuidance(db: Db, script: URL | undefined) {
  return {
    async read(principal: Principal, ctx: TenantContext): Promise<Guidance> {
      if (script === undefined || principal.type !== 'user') return { script: null }
      return withTenant(
        db,
        ctx,
        async (tx) => {
          const { roles } = await describeUser(tx, principal.id)
          if (roles.some((name) => name.toLowerCase().includes(automation))) return { script: null }
          const userIdHash = createHash('sha256').update(principal.id).digest('hex')
          return { script: { url: script.href, userIdHash, licenseCode: await licenseCodeOf(tx) } }
        },
        { readOnly: true },
      )
    },
  }
}

export type GuidanceService = ReturnType<typeof createGuidance>
