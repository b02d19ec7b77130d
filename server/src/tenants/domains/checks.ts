import { asOwner, systemContext, type TenantTransaction, withTenant } from '../../db/tenant.ts'
import { lookForProof, type ProofOutcome } from './dns.ts'
import { changeProof, graceEnd, storeOutcome } from './queries.ts'
import type { Message } from '../../notifications/publish.ts'
import type { DomainContext } from './service.ts'
import type { Logger } from 'pino'

export interface DomainCheckContext extends DomainContext {
  log: Logger
  /** Notifies users who can configure single sign-on. */
  publish(tx: TenantTransaction, message: Message): Promise<void>
}

/** Names that a notification lists; the others are counted. */
const mostNames = 5

/**
 * Checks the record of every verified domain again: a domain can be sold, and must not send its new owner's users here forever
 * (docs/adr/027). A failure of name servers proves nothing; a missing record is announced immediately, and ends the
 * verification if it is still missing after the grace period.
 */
export async function checkDomains({ db, log, publish, settings }: DomainCheckContext): Promise<void> {
  const rows = await asOwner(
    db,
    'maintenance',
    (tx) =>
      tx
        .selectFrom('tenant_domain as d')
        .innerJoin('tenant as t', 't.tenant_id', 'd.tenant_id')
        .select(['d.tenant_id', 'd.domain', 'd.token'])
        .where('d.verified_at', 'is not', null)
        .where('t.status', '=', 'Active')
        .orderBy('d.domain')
        .execute(),
    { readOnly: true },
  )
  for (const [tenantId, domains] of Map.groupBy(rows, (row) => row.tenant_id)) {
    try {
      const look = async ({ domain, token }: Named) => ({ domain, outcome: await lookForProof(domain, token, settings.dnsServers) })
      const looked = await Promise.all(domains.map(look))
      await withTenant(db, systemContext(tenantId), (tx) => settle(tx, looked, { publish, now: settings.now() }))
    } catch (error) {
      log.error({ err: error, tenantId }, 'the domains of a tenant could not be checked again')
    }
  }
}

interface Named {
  domain: string
  token: string
}

async function settle(
  tx: TenantTransaction,
  looked: readonly { domain: string; outcome: ProofOutcome }[],
  { publish, now }: Pick<DomainCheckContext, 'publish'> & { now: Date },
): Promise<void> {
  const missing: string[] = []
  const lapsed: string[] = []
  for (const { domain, outcome } of looked) {
    const row = await storeOutcome(tx, domain, outcome, now)
    if (!row?.verified_at || outcome === 'found' || outcome === 'no_answer') continue
    if (row.missing_since === null) {
      await changeProof(tx, domain, { missing_since: now })
      missing.push(domain)
    } else if (graceEnd(row.missing_since) <= now) {
      await changeProof(tx, domain, { verified_at: null })
      lapsed.push(domain)
    }
  }
  for (const { names, ends } of [
    { names: missing, ends: { ExpiresAt: graceEnd(now).toISOString() } },
    { names: lapsed, ends: {} },
  ]) {
    if (names.length === 0) continue
    await publish(tx, {
      messageType: 'DomainProofMissing',
      parameters: { names: names.slice(0, mostNames), count: names.length },
      ...ends,
    })
  }
}
