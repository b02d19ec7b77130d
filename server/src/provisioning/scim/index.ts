import type { FastifyInstance } from 'fastify'
import type { ChangeListener } from '../../db/listen.ts'
import { systemContext, withTenant } from '../../db/tenant.ts'
import { TurnsOf } from '../../db/turns.ts'
import { createTenantCache } from '../../db/tenant-cache.ts'
import { findTenant } from '../queries.ts'
import { runBulk } from './bulk.ts'
import { createDurability } from './durable.ts'
import { notAllowed } from './error.ts'
import { type ScimHttpOptions, serveScim } from './http.ts'
import type { RunScimOperation } from './operation.ts'
import { type ScimCore, refused, runSingle } from './run.ts'

/** Of one tenant, in each process. */
const deletionsAtOnce = 2

export interface ScimOptions extends Omit<ScimCore, 'deletions' | 'documentation' | 'durability'> {
  changes: ChangeListener
  publicUrl: string
  now: () => Date
}

export interface Scim {
  run: RunScimOperation
  serve(http: FastifyInstance, authenticate: ScimHttpOptions['authenticate']): Promise<void>
  close(): Promise<void>
}

/** The SCIM 2.0 server, which lets identity providers manage users and groups (docs/adr/024). */
export function createScim({ changes, publicUrl, now, ...ports }: ScimOptions): Scim {
  const durability = createDurability(ports.db)
  const core: ScimCore = {
    ...ports,
    durability,
    deletions: new TurnsOf(deletionsAtOnce),
    documentation: `${publicUrl}/help/site/company/scim-management`,
  }
  const names = createTenantCache<string>(changes, ['tenant'], now)
  const run: RunScimOperation = async (caller, request, options = {}) => {
    if (!/^\/bulk\/?$/i.test(request.path)) return runSingle(core, caller, request, options)
    try {
      if (request.method !== 'POST') throw notAllowed(request.method, '/Bulk', ['POST'])
      return await runBulk(core, caller, request.body, options)
    } catch (error) {
      return refused(core, caller, request, error, options)
    }
  }
  return {
    run,
    serve: (http, authenticate) =>
      serveScim(http, {
        run,
        refuse: (caller, request, error, options) => refused(core, caller, request, error, options),
        publicUrl,
        authenticate,
        tenantName: (tenantId) =>
          names.get(tenantId, tenantId, () =>
            withTenant(core.db, systemContext(tenantId), async (tx) => (await findTenant(tx))?.tenant_name, { readOnly: true }),
          ),
      }),
    async close() {
      names.close()
      await durability.close()
    },
  }
}
