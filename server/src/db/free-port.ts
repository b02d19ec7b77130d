import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'

/**
 * A TCP port that is free on 127.0.0.1 and outside the range that the system assigns, so it stays free until the caller listens
 * on it, unless another program asks for that very number. Throws if no port is free.
 */
export async function freePort(): Promise<number> {
  const ports = portsLeftAlone(await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => undefined))
  for (let tries = 0; tries < 100 && ports.length > 0; tries++) {
    const port = await listenOnce(ports[randomInt(ports.length)]).catch(() => undefined)
    if (port !== undefined) return port
  }
  return listenOnce()
}

/** Browsers refuse 10080 and many below (https://fetch.spec.whatwg.org/#port-blocking). */
const lowest = 10_081

/**
 * The ports that the system doesn't assign. `range` has the first and last port that it does assign, as Linux writes them; the
 * default is RFC 6335 section 6, which macOS and Windows follow.
 */
export function portsLeftAlone(range = '49152 65535'): number[] {
  const [first = 0, last = 0] = range.trim().split(/\s+/).map(Number)
  return Array.from({ length: 65_536 - lowest }, (_, index) => lowest + index).filter((port) => port < first || port > last)
}

/** Listens on the port, by default one that the system chooses, and releases it. */
async function listenOnce(port = 0): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const bound = server.address() as AddressInfo // a TCP server that listens has one
  await new Promise((resolve) => server.close(resolve))
  return bound.port
}
