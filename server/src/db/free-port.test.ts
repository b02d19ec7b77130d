import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { freePort, portsLeftAlone } from './free-port.ts'

test.each([
  ['32768\t60999\n', [10_081, 32_767, 61_000, 65_535]],
  ['16000\t65535\n', [10_081, 15_999]],
  ['1024\t60999\n', [61_000, 65_535]],
  ['1024\t65535\n', []],
  [undefined, [10_081, 49_151]],
])('of the range %j, the ports beside it are left alone', (range, edges) => {
  const ports = portsLeftAlone(range)
  expect(ports.filter((port, index) => ports[index - 1] !== port - 1 || ports[index + 1] !== port + 1)).toEqual(edges)
})

const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => undefined)
const leftAlone = portsLeftAlone(range)

test.runIf(leftAlone.length > 0)('a free port is outside the range that the system assigns', async () => {
  for (let round = 0; round < 50; round++) expect(leftAlone).toContain(await freePort())
})
