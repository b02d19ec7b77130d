import { readFileSync } from 'node:fs'
import { urlOf } from '@steward/contract/http'
import { createUser, listUsers } from '@steward/contract/users/endpoints'
import { removeData, startServer } from '../server/src/testing/process.ts'
import { read, signIn } from './lib/api.ts'
import { megabytes, times } from './lib/measure.ts'
import type { Section } from './lib/results.ts'

/** Resident memory of the server process, from the kernel's accounting. */
function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

async function invite(url: string, token: string, email: string): Promise<number> {
  const response = await fetch(url + urlOf(createUser, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ email, givenName: 'Ada', familyName: 'Lindgren' }),
  })
  await response.arrayBuffer()
  return response.status
}

export async function measure(): Promise<Section> {
  // One person sends everything, who otherwise gets half of the places.
  const server = await startServer({ environment: { STEWARD_REQUESTS_AT_ONCE: '40' } })
  try {
    const token = await signIn(server.url, server.credentials)
    await read(server.url, token, listUsers, { query: {} })
    const atRest = residentBytes(server.pid)
    for (let done = 0; done < 10_000; done += 20) {
      await Promise.all(Array.from({ length: 20 }, () => read(server.url, token, listUsers, { query: { include: ['Groups'], limit: 50 } })))
    }
    const after = residentBytes(server.pid)
    let peak = 0
    const watch = setInterval(() => (peak = Math.max(peak, residentBytes(server.pid))), 50)
    const lists = Array.from({ length: 8 }, async () => {
      for (let done = 0; done < 250; done++)
        await read(server.url, token, listUsers, { query: { include: ['Groups', 'Roles'], limit: 50 } })
    })
    const signIns = Array.from({ length: 4 }, async () => {
      for (let done = 0; done < 25; done++) await signIn(server.url, server.credentials)
    })
    // Each new user gets an email.
    const invitations = Array.from({ length: 4 }, async (_, at) => {
      for (let done = 0; done < 100; done++) {
        const status = await invite(server.url, token, `memory-${at}-${done}@users.example`)
        if (status >= 300) throw new Error(`creating a user answered ${status}`)
      }
    })
    await Promise.all([...lists, ...signIns, ...invitations])
    clearInterval(watch)
    return {
      title: 'Memory',
      how: 'Resident memory of the server process (the database engine is a separate process); Linux only',
      figures: [
        { what: 'at rest, after the first list', measured: megabytes(atRest) },
        { what: 'after 10,000 lists of 50 users with their groups', measured: `${megabytes(after)} (${times(after / atRest)})` },
        {
          what: 'peak of 2,000 lists, 100 sign-ins and 400 invitations together',
          measured: megabytes(peak),
          goal: '≤ 512 MiB',
          met: peak <= 512 * 1024 ** 2,
        },
      ],
    }
  } finally {
    await server.stop()
    removeData(server)
  }
}
