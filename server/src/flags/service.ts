import type { Logger } from 'pino'
import { featureFlags } from '@steward/contract/catalog/flags'
import type { ChangeListener } from '../db/listen.ts'
import type { Db } from '../db/pool.ts'
import { type TenantContext, type TenantTransaction, asOwner, noteChange, withTenant } from '../db/tenant.ts'
import { type FlagInputs, type FlagSubject, type ServiceFlags, decideFlags, noServiceFlags } from './permission-inputs.ts'
import { addMissingFlags, readFlagRows, tenantNameOf } from './queries.ts'
import { type RemoteSettings, createRemoteFlags } from './remote.ts'

/** Evaluates feature flags: by our own tables, or by another OFREP service if one is configured. */
export interface FlagService {
  /**
   * The configured service's values for a principal, cached while fresh; empty without a service. Call it outside of
   * transactions, because it can make a request. Never throws: while the service fails, its last values apply.
   */
  fromService(tenantId: string, subject: FlagSubject): Promise<ServiceFlags>
  /** Another service is configured, which decides flags for one principal at a time. */
  isElsewhere: boolean
  /** All flags for a principal of the transaction's tenant. */
  read(tx: TenantTransaction, subject: FlagSubject, service: ServiceFlags): Promise<FlagInputs>
  close(): void
}

export interface FlagOptions {
  db: Db
  log: Logger
  changes: ChangeListener
  /** Another OFREP service; if undefined, our own tables decide. */
  remote: RemoteSettings | undefined
  /** How long a principal without requests keeps being polled. */
  keepMs: number
}

export function createFlagService({ db, log, changes, remote: settings, keepMs }: FlagOptions): FlagService {
  const remote =
    settings &&
    createRemoteFlags({
      ...settings,
      log,
      keepMs,
      tenantName: (tenantId) => withTenant(db, systemIn(tenantId), (tx) => tenantNameOf(tx, tenantId), { readOnly: true }),
      // Consoles can be connected to other processes than the one that noticed.
      announce: (tenantId) => asOwner(db, 'maintenance', async (tx) => noteChange(tx, 'feature_flag_override'), { tenantId }),
    })
  const stop = changes.onChange((message) => {
    // Another process noticed a change of the service.
    if (message.kind === 'changed' && message.tables.includes('feature_flag_override')) remote?.expire(message.tenantId)
  })
  return {
    isElsewhere: remote !== undefined,
    fromService: (tenantId, subject) => remote?.get(tenantId, subject) ?? Promise.resolve(noServiceFlags),
    async read(tx, subject, service) {
      return decideFlags(await readFlagRows(tx, subject.type === 'user' ? subject.id : null), subject.id, service)
    },
    close() {
      stop()
      remote?.close()
    },
  }
}

const systemIn = (tenantId: string): TenantContext => ({
  tenantId,
  requestId: '',
  actor: { type: 'system', id: 'system', name: 'Steward' },
})

/** Saves the flags of the catalog in the database; the operator's values stay. */
export async function syncFlags(db: Db): Promise<void> {
  await asOwner(db, 'operator', (tx) => addMissingFlags(tx, featureFlags))
}
