import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getChange, listChanges } from '@steward/contract/changes/endpoints'
import type { Change, Preview } from '@steward/contract/changes/schemas'
import { endpoints } from '@steward/contract/endpoints'
import { hasPreview } from '@steward/contract/http'
import { type TestApp, startTestApp } from '../testing/app.ts'
import { type OpenApiDocument, type Operation, operationsOf } from '../testing/fuzz/document.ts'
import { type FuzzRequest, exampleRequest, validRequests } from '../testing/fuzz/requests.ts'
import { type Source, remember } from '../testing/fuzz/values.ts'
import { type World, buildWorld, revive } from '../testing/fuzz/world.ts'
import { countedBeside, partsWithoutNewIds } from '../testing/previews.ts'
import { digestTables } from '../testing/tables.ts'

const seed = Number(process.env['PREVIEW_SEED'] ?? Date.now() % 2 ** 31)
const requestsEach = 1

describe(`previews of generated calls (seed ${seed})`, () => {
  let app: TestApp
  let world: World
  let source: Source
  let operations: Operation[]

  beforeAll(async () => {
    app = await startTestApp()
    const document = (await app.app.http.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>()
    source = { document, pool: new Map() }
    operations = operationsOf(document)
    await begin()
  })
  afterAll(() => app?.close())

  const isPreviewing = ({ operationId }: Operation): boolean => {
    const endpoint = endpoints.get(operationId)
    return endpoint !== undefined && hasPreview(endpoint)
  }

  /** What is previewed is the change, not its dry run, which is the default of some calls. */
  function withoutDryRun({ operationId }: Operation, url: string): string {
    if (!('dryRun' in (endpoints.get(operationId)?.query.shape ?? {}))) return url
    const [path = '', query = ''] = url.split('?')
    const asked = new URLSearchParams(query)
    asked.set('dryRun', 'false')
    return `${path}?${asked.toString()}`
  }

  /** As the administrator, or as the service that the operation is for. */
  const tokenFor = ({ operationId }: Operation) =>
    'service' in (endpoints.get(operationId)?.access ?? {}) ? world.tokens.service : world.tokens.administrator

  const send = (operation: Operation, request: FuzzRequest, headers: Record<string, string> = {}) =>
    app.app.http.inject({
      ...request,
      method: request.method as 'GET',
      headers: { ...request.headers, 'if-match': '*', ...headers, authorization: `Bearer ${tokenFor(operation)}` },
    })

  /** A tenant with what the examples of the document create, whose ids requests use. */
  async function begin(): Promise<void> {
    world = await buildWorld(app)
    source.pool.clear()
    remember(source.pool, world.tenant)
    for (const operation of operations) {
      if (operation.method !== 'get' && !isPreviewing(operation)) continue
      if (operation.method === 'delete') continue
      const { prefer: _, ...headers } = exampleRequest(operation).headers
      const answer = await send(operation, { ...exampleRequest(operation), headers })
      const isJson = /^application\/json(?:;|$)/.test(String(answer.headers['content-type']))
      if (answer.statusCode < 300 && isJson) remember(source.pool, answer.json(), false)
    }
  }

  it('leave every table as it was, and say what the call then does, or why it is refused', async () => {
    const previewing = operations.filter(isPreviewing)
    let accepted = 0
    for (const operation of previewing) {
      const generated = fc.sample(validRequests(source, operation), { numRuns: requestsEach, seed })
      for (const request of [exampleRequest(operation), ...generated]) {
        const { prefer: _, ...headers } = request.headers
        const plain = { ...request, headers, url: withoutDryRun(operation, request.url) }
        const what = `${operation.operationId} ${plain.url} ${plain.payload ?? ''}`
        const before = await digestTables(app.db, countedBeside)
        const earlier = await newestChange()
        const said = await send(operation, plain, { prefer: 'preview' })
        expect([what, await digestTables(app.db, countedBeside)]).toEqual([what, before])
        const done = await send(operation, plain)
        if (said.statusCode !== 200) {
          expect([what, done.statusCode, done.json()['code']]).toEqual([what, said.statusCode, said.json()['code']])
          continue
        }
        accepted++
        expect([what, done.statusCode < 300], done.body).toEqual([what, true])
        if (!(await revive(app, world))) {
          await begin()
          continue
        }
        // It is done in the background, where the preview has done it already.
        if (done.statusCode === 202) continue
        const preview = said.json<Preview>()
        const ids = [request, world.tenant, [...source.pool.values()]]
        const change = await newestChange()
        const isOwn = change !== undefined && change.changeId !== earlier?.changeId && change.operation === operation.operationId
        const found = isOwn ? await changeOf(change.changeId) : { parts: [] }
        expect([what, partsWithoutNewIds(preview, ids)]).toEqual([what, partsWithoutNewIds(found, ids)])
      }
    }
    // Most of what is generated names records that are not there.
    expect(accepted).toBeGreaterThan(30)
  }, 300_000)

  async function newestChange(): Promise<Change | undefined> {
    const { body } = await app.call(listChanges, { query: { limit: 1 } }, { token: world.tokens.administrator })
    return body.items[0]
  }

  async function changeOf(changeId: string): Promise<Pick<Preview, 'parts'>> {
    const { status, body } = await app.call(getChange, { params: { changeId } }, { token: world.tokens.administrator })
    expect(status).toBe(200)
    return body
  }
})
