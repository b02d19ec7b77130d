import { readFileSync } from 'node:fs'
import { listUsers } from '@steward/contract/users/endpoints'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { megabytes, times } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

/** Resident memory of the server process, from the kernel's accounting. */
function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

export async function measure(): Promise<Section> {
  const server = await startServer()
  try {
    const token = await signIn(server.url, server.credentials)
    await read(server.url, token, listUsers, { query: {} })
    const atRest = residentBytes(server.pid)
    for (let done = 0; done < 10_000; done += 20) {
      await Promise.all(Array.from({ length: 20 }, () => read(server.url, token, listUsers, { query: { include: ['Groups'], limit: 50 } })))
    }
    const after = residentBytes(server.pid)
    return {
      title: 'Memory',
      how: 'Resident memory of the server process (the database engine is a separate process); Linux only',
      figures: [
        { what: 'at rest, after the first list', measured: megabytes(atRest) },
        { what: 'after 10,000 lists of 50 users with their groups', measured: `${megabytes(after)} (${times(after / atRest)})` },
      ],
    }
  } finally {
    await server.stop()
    removeData(server)
  }
}
