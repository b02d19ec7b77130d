import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, startTestApp } from './testing/app.ts'
import { type BodyCheck, type OpenApiDocument, type Operation, createBodyCheck, operationsOf } from './testing/fuzz/document.ts'
import { type FuzzRequest, exampleRequest, invalidRequests, validRequests } from './testing/fuzz/requests.ts'
import { type Source, remember } from './testing/fuzz/values.ts'
import { type PrincipalName, type World, buildWorld, principals, revive } from './testing/fuzz/world.ts'

/**
 * Sends anything to every operation of the API's document, as every kind of principal: no answer is a server error, and every answer is
 * as documented. `FUZZ_SEED` repeats a run, `FUZZ_RUNS` multiplies its requests, `FUZZ_ONLY` limits it to operations by name.
 */

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
const factor = Number(process.env['FUZZ_RUNS'] ?? 1)
const only = process.env['FUZZ_ONLY']
/** Stops sending after this time, so that a busy machine tests less, not longer. */
const timeLimitMs = 90_000 * factor

/** Operations with one tenant. */
const operationsEach = 60

/** Requests of each kind to an operation that a principal can call, valid ones and invalid ones; of others, one of each. */
const runs: Record<PrincipalName, number> = { administrator: 8, person: 2, key: 2, service: 8, scim: 8, none: 4 }

describe(`the documented API (seed ${seed})`, () => {
  let app: TestApp
  let world: World
  let source: Source
  let check: BodyCheck
  let operations: Operation[]
  const faults: string[] = []
  let beginnings = 0

  beforeAll(async () => {
    app = await startTestApp()
    const document = (await app.app.http.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>()
    source = { document, pool: new Map() }
    check = createBodyCheck(document)
    const all = operationsOf(document).filter(({ operationId }) => only === undefined || only.split(',').includes(operationId))
    operations = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed })[0] ?? []
  })
  afterAll(() => app?.close())

  async function send(operation: Operation, as: PrincipalName, { headers, ...request }: FuzzRequest): Promise<number> {
    const token = world.tokens[as]
    const answer = await app.app.http.inject({
      ...request,
      method: request.method as 'GET',
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      remoteAddress: '192.0.2.7',
    })
    const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? ''
    const fault = faultOf(operation, { status: answer.statusCode, type, text: answer.body })
    if (fault !== undefined) {
      const sent = JSON.stringify({ ...request, headers }).slice(0, 1_500)
      throw new Error(
        `${operation.operationId} as ${as}: ${fault}\n  sent ${sent}\n  got ${answer.statusCode} ${answer.body.slice(0, 600)}`,
      )
    }
    const isRemembered = as === 'administrator' || as === 'scim'
    if (answer.statusCode < 300 && type.endsWith('json') && isRemembered) remember(source.pool, answer.json(), as === 'scim')
    return answer.statusCode
  }

  function faultOf(operation: Operation, { status, type, text }: { status: number; type: string; text: string }): string | undefined {
    const documented = operation.responses[String(status)]
    if (status === 500 || !documented) return status === 500 ? 'a server error' : `${status} is not documented`
    if (!documented.content) return text === '' ? undefined : `${status} is documented without a body`
    if (!documented.content[type]) return `${status} is not documented as ${type || 'empty'}`
    if (!type.endsWith('json')) return undefined
    const fault = check(operation, status, type, JSON.parse(text))
    return fault === undefined ? undefined : `the body is not as documented: ${fault}`
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    }
  }

  /** A tenant with what the examples of the document create in it. */
  async function begin(): Promise<void> {
    beginnings++
    world = await buildWorld(app)
    source.pool.clear()
    remember(source.pool, world.tenant)
    for (const operation of operations) {
      if (operation.method === 'delete') continue
      await attempt(async () => {
        const as = operation.operationId.startsWith('scim') ? 'scim' : 'administrator'
        const status = await send(operation, as, exampleRequest(operation))
        if (status === 401) await revive(app, world)
      })
    }
  }

  test(
    'answers every request as documented',
    async () => {
      const end = performance.now() + timeLimitMs
      await begin()
      for (const [index, operation] of operations.entries()) {
        for (const as of principals) {
          let isAdmitted = false
          const assertAll = (requests: fc.Arbitrary<FuzzRequest>, numRuns: number) =>
            attempt(async () => {
              if (performance.now() > end) return
              const property = fc.asyncProperty(requests, async (request) => {
                const status = await send(operation, as, request)
                isAdmitted ||= status !== 401 && status !== 403
              })
              await fc.assert(property, {
                seed: seed + index,
                numRuns,
                endOnFailure: true,
                includeErrorInReport: true,
              })
            })
          await assertAll(validRequests(source, operation), 1)
          const numRuns = isAdmitted ? runs[as] * factor : 1
          await assertAll(validRequests(source, operation), numRuns)
          await assertAll(invalidRequests(source, operation), numRuns)
        }
        if (performance.now() > end) {
          process.stderr.write(`Fuzzing stopped after ${index + 1} of ${operations.length} operations.\n`)
          break
        }
        // What was changed or ended by now leaves less and less to test.
        if (index % operationsEach === operationsEach - 1 || !(await revive(app, world))) await begin()
      }
      expect(faults.join('\n\n'), `repeat with FUZZ_SEED=${seed}`).toBe('')
      // Each takes as long as many operations, so that few are tested where none can be revived.
      expect(beginnings).toBeLessThan(operations.length / operationsEach + 5)
    },
    120_000 * factor,
  )
})
