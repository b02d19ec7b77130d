import { networkOf } from './networks.ts'
import { minuteMs } from './settings.ts'

/** Networks kept at most, so that an attacker with many cannot fill the memory. */
const mostNetworks = 50_000

/**
 * Limits how many failures a minute each address can cause in this process, including attempts that a lock refuses: those would
 * otherwise still cost a query and a log entry each. Successes are not counted, because an office signs in behind one address.
 */
export function createFailureRate({ perMinute, now }: { perMinute: number; now: () => Date }) {
  const windows = new Map<string, { failures: number; endsAt: number }>()

  function current(address: string | undefined) {
    const network = address === undefined ? '' : networkOf(address)
    const known = windows.get(network)
    if (known && known.endsAt > now().getTime()) return known
    windows.delete(network)
    const oldest = windows.size < mostNetworks ? undefined : windows.keys().next().value
    if (oldest !== undefined) windows.delete(oldest)
    const fresh = { failures: 0, endsAt: now().getTime() + minuteMs }
    windows.set(network, fresh)
    return fresh
  }

  return {
    /** Seconds until the address can try again; 0 if it can now. */
    waitOf(address: string | undefined): number {
      const { failures, endsAt } = current(address)
      return failures < perMinute ? 0 : Math.ceil((endsAt - now().getTime()) / 1000)
    },
    count(address: string | undefined): void {
      current(address).failures += 1
    },
  }
}
