import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../db/tenant.ts'
import { type TestApp, startTestApp } from '../../testing/app.ts'
import { enterpriseUrn } from './schema/schemas.ts'
import { type ScimClient, mintScimToken, scimClient } from '../../testing/scim-client.ts'

/** Bulk requests whose operations refer to each other in any way, including cycles (RFC 7644, section 3.7.1). */

let app: TestApp
let scim: ScimClient
let trial: ScimClient

beforeAll(async () => {
  app = await startTestApp()
  const tenant = await app.buildTenant()
  scim = scimClient(app, await mintScimToken(app, tenant))
  trial = scimClient(app, await mintScimToken(app, tenant, { isDryRun: true }))
  // Resources created by a run are deleted after it.
  const settings = { tenant_id: tenant.tenantId, is_on: false, share_percent: 10, minimum_users: 20 }
  await asOwner(app.db, 'operator', (tx) => tx.insertInto('deprovisioning_limit').values(settings).execute(), { tenantId: tenant.tenantId })
})
afterAll(() => app.close())

interface Answered {
  method: string
  status: string
  location?: string
}

interface Node {
  kind: 'Users' | 'Groups'
  /** References by position; some are dangling. */
  names: number[]
  fault: 'none' | 'invalid' | 'taken'
  isPatched: boolean
}
const node: fc.Arbitrary<Node> = fc.record({
  kind: fc.constantFrom('Users', 'Users', 'Groups'),
  names: fc.array(fc.nat(6), { maxLength: 2 }),
  fault: fc.constantFrom('none', 'none', 'none', 'invalid', 'taken'),
  isPatched: fc.boolean(),
})

/** The second waits for the third and wants the name of the fourth. The name is free at first, so the fourth must not run before it. */
const overtaken: Node[] = [
  { kind: 'Users', names: [1], fault: 'none', isPatched: true },
  { kind: 'Users', names: [2], fault: 'taken', isPatched: false },
  { kind: 'Users', names: [], fault: 'none', isPatched: false },
  { kind: 'Users', names: [], fault: 'taken', isPatched: true },
]

let run = 0
function operationsFor(nodes: Node[]): object[] {
  const label = `r${++run}-`
  return nodes.flatMap(({ kind, names, fault, isPatched }, index) => {
    const [first, second] = names.map((at) => `bulkId:n${at}`)
    const userName = { none: `${label}${index}@x.example`, invalid: '', taken: `${label}taken@x.example` }[fault]
    const data =
      kind === 'Users'
        ? { userName, externalId: second, [enterpriseUrn]: { manager: { value: first } } }
        : { displayName: `${label}${index}`, members: names.map((at) => ({ value: `bulkId:n${at}` })) }
    const naming = { op: 'add', path: 'externalId', value: `bulkId:n${(index + 1) % nodes.length}` }
    return [
      { method: 'POST', path: `/${kind}`, bulkId: `n${index}`, data },
      ...(isPatched ? [{ method: 'PATCH', path: `/${kind}/bulkId:n${index}`, data: { Operations: [naming] } }] : []),
    ]
  })
}

test('creates exactly what it reports, complete, as a dry run predicts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(node, { minLength: 1, maxLength: 6 }), async (nodes) => {
      const body = { Operations: operationsFor(nodes) }
      const statusesOf = (answers: Answered[]) => answers.map(({ status }) => status)
      const foretold: Answered[] = (await trial('POST', '/Bulk', body)).body.Operations
      const answers: Answered[] = (await scim('POST', '/Bulk', body)).body.Operations
      expect(answers).toHaveLength(body.Operations.length)
      expect(statusesOf(answers)).toEqual(statusesOf(foretold))
      expect(statusesOf(answers).filter((status) => status.startsWith('5'))).toEqual([])
      const created = answers.flatMap(({ method, status, location }) =>
        method === 'POST' && status === '201' ? [location?.split('/scim/v2').at(-1) ?? ''] : [],
      )
      for (const path of created) {
        const found = await scim('GET', path)
        expect([found.status, JSON.stringify(found.body)]).toEqual([200, expect.not.stringContaining('bulkId:')])
      }
      const filter = encodeURIComponent(`userName sw "r${run}-"`)
      const { totalResults } = (await scim('GET', `/Users?filter=${filter}`)).body
      expect(totalResults).toBe(created.filter((path) => path.startsWith('/Users')).length)
      for (const path of created) expect((await scim('DELETE', path)).status).toBe(204)
    }),
    { numRuns: 60, endOnFailure: true, examples: [[overtaken]] },
  )
}, 60_000)

test('deletes many users together, and keeps the order where it matters', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `leaver-${index}@x.example`)
  const ids: string[] = []
  for (const userName of names) ids.push((await scim('POST', '/Users', { userName })).body.id)
  const remove = (id: string | undefined) => ({ method: 'DELETE', path: `/Users/${id}` })
  const operations = [
    ...ids.map(remove),
    remove(ids[3]),
    { method: 'POST', path: '/Users', bulkId: 'again', data: { userName: names[3] } },
    { method: 'DELETE', path: '/Users/bulkId:again' },
    { method: 'POST', path: '/Users', bulkId: 'last', data: { userName: names[3] } },
  ]
  const { body } = await scim('POST', '/Bulk', { Operations: operations })
  expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual([...ids.map(() => '204'), '404', '201', '204', '201'])
  const found = await scim('GET', `/Users?filter=${encodeURIComponent('userName sw "leaver-"')}`)
  expect(found.body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual([names[3]])
})
