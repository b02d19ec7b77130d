import { liveCloseUnauthenticated } from '@steward/contract/live'
import type { ChangeListener } from '../db/listen.ts'
import type { LiveAuthenticator } from './authenticator.ts'
import type { LiveClient } from './hub.ts'

/** Consoles with their IP addresses. */
export interface Addresses {
  add(client: LiveClient, address: string | undefined): void
  remove(client: LiveClient): void
  close(): void
}

/** Disconnects consoles that a tenant's sign-in addresses no longer allow, as soon as they are saved. */
export function watchAddresses(
  changes: ChangeListener,
  authenticator: Pick<LiveAuthenticator, 'isAllowedFrom'>,
  onError: (error: unknown) => void,
): Addresses {
  const known = new Map<LiveClient, string | undefined>()

  async function letGo(tenantId: string): Promise<void> {
    const here = [...known].filter(([client]) => client.tenantId === tenantId)
    for (const address of new Set(here.map(([, from]) => from))) {
      if (await authenticator.isAllowedFrom(tenantId, address)) continue
      for (const [{ socket }, from] of here) if (from === address) socket.close(liveCloseUnauthenticated)
    }
  }

  const stop = changes.onChange((message) => {
    if (message.kind === 'changed' && message.tables.includes('datastore_entry')) letGo(message.tenantId).catch(onError)
  })
  return {
    add: (client, address) => void known.set(client, address),
    remove: (client) => void known.delete(client),
    close: stop,
  }
}
