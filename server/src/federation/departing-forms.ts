import { randomUUID } from 'node:crypto'
import { type TenantContext, systemContext, withTenant } from '../db/tenant.ts'
import { addressesOf } from './addresses.ts'
import { findFlow, insertFlow } from './flow-rows.ts'
import type { FederationContext } from './context.ts'
import type { Departure } from './protocol.ts'
import { type TenantName, findTenantByName } from './queries.ts'
import { digestOf, isRandomText, randomText } from './secrets.ts'

/** The context for storing a form. */
interface Parking extends Pick<FederationContext, 'db'> {
  settings: Pick<FederationContext['settings'], 'publicUrl' | 'now'>
}

type Form = Omit<Extract<Departure, { kind: 'form' }>, 'kind'>

/** How long the form of a logout is kept for its browser. */
const logoutMs = 60_000

/** The form that a flow posts to the provider; undefined if the flow has none or is over. */
export async function findDeparture({ db, settings }: Parking, tenantName: string, flowId: string): Promise<Form | undefined> {
  const tenant = await findTenantByName(db, tenantName)
  if (!tenant || !isRandomText(flowId)) return undefined
  const flow = await withTenant(db, systemContext(tenant.tenant_id), (tx) => findFlow(tx, digestOf(flowId)), { readOnly: true })
  if (!flow?.departure || flow.returned_at || flow.expires_at <= settings.now()) return undefined
  const form: Form = JSON.parse(flow.departure) // written when the flow began
  return form
}

/** The URL that starts a logout: the provider's, or a page of ours that serves its form for a minute. */
export async function addressOfLogout(context: Parking, ctx: TenantContext, tenant: TenantName, departure: Departure): Promise<string> {
  if (departure.kind === 'redirect') return departure.url
  const { db, settings } = context
  const flowId = randomText()
  const time = settings.now()
  await withTenant(db, ctx, (tx) =>
    insertFlow(tx, {
      flow_digest: digestOf(flowId),
      // No response comes back to this flow.
      browser_digest: digestOf(randomText()),
      attempt_id: randomUUID(),
      revision: randomUUID(),
      slot: 'active',
      is_test: false,
      started_by: null,
      remembered: '',
      departure: JSON.stringify(departure),
      created_at: time,
      expires_at: new Date(time.getTime() + logoutMs),
    }),
  )
  return `${addressesOf(settings.publicUrl, tenant.tenant_name).departUrl}?flow=${flowId}`
}
