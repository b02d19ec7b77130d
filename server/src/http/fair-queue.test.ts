import { describe, expect, it, vi } from 'vitest'
import { type Claimant, FairQueue, type FairQueueOptions, NoPlaceError, type Place } from './fair-queue.ts'

/** A queue whose places are given back by hand, and a list of who got them. */
function start(options: Partial<FairQueueOptions> = {}, clock = { now: 0 }) {
  const queue = new FairQueue({ places: 4, waiting: 100, waitMs: 60_000, isBusy: () => false, ...options }, () => clock.now)
  const served: string[] = []
  const refused: string[] = []
  const places: { who: string; giveBack: Place }[] = []
  const ask = async ({ tenant, principal }: Claimant, name = `${tenant}/${principal}`) => {
    try {
      const giveBack = await queue.enter({ tenant, principal })
      served.push(name)
      places.push({ who: name, giveBack })
    } catch (error) {
      if (!(error instanceof NoPlaceError)) throw error
      refused.push(name)
    }
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    queue,
    served,
    refused,
    settle,
    ask: (tenant: string, principal: string, name?: string) => void ask({ tenant, principal }, name),
    async finish(count = 1) {
      for (const { giveBack } of places.splice(0, count)) giveBack()
      await settle()
    },
  }
}

describe('a fair queue', () => {
  it('has places for so many, and serves who waits when one is free', async () => {
    const { queue, ask, served, finish, settle } = start({ places: 2 })
    for (const tenant of ['one', 'two', 'three']) ask(tenant, 'ada')
    await settle()
    expect([served, queue.taken, queue.waiting]).toEqual([['one/ada', 'two/ada'], 2, 1])
    await finish()
    expect([served.at(-1), queue.taken, queue.waiting]).toEqual(['three/ada', 2, 0])
    await finish(2)
    expect(queue.taken).toBe(0)
  })

  it('gives a place back once', async () => {
    const { queue } = start()
    const place = await queue.enter({ tenant: 'one', principal: 'ada' })
    place()
    place()
    expect(queue.taken).toBe(0)
  })

  it('leaves places for other tenants and other people, when one of them floods it', async () => {
    const { queue, ask, served, settle } = start({ places: 8 })
    for (let call = 0; call < 20; call++) ask('flood', 'ada')
    await settle()
    expect(served).toHaveLength(4)
    for (let call = 0; call < 20; call++) ask('flood', 'ben')
    await settle()
    expect(served).toHaveLength(6)
    ask('quiet', 'cleo')
    await settle()
    expect([served.at(-1), queue.taken]).toEqual(['quiet/cleo', 7])
  })

  it('gives the next place to the tenant with the fewest, and there to the person with the fewest', async () => {
    const { ask, served, finish, settle } = start({ places: 4 })
    for (let call = 0; call < 30; call++) ask('flood', `person ${call % 3}`)
    for (let call = 0; call < 10; call++) ask('quiet', 'cleo')
    await settle()
    for (let turn = 0; turn < 12; turn++) await finish()
    const shares = Object.groupBy(served.slice(4), (who) => who)
    expect(shares['quiet/cleo']).toHaveLength(6)
    expect([0, 1, 2].map((one) => shares[`flood/person ${one}`]?.length)).toEqual([2, 2, 2])
  })

  it('serves the newest first once the queue stands', async () => {
    const clock = { now: 0 }
    const { ask, served, finish, settle } = start({ places: 1 }, clock)
    ask('one', 'ada', 'first')
    for (const name of ['a', 'b', 'c']) ask('one', 'ada', name)
    await settle()
    await finish()
    clock.now = 251
    await finish()
    await finish()
    expect(served).toEqual(['first', 'a', 'c', 'b'])
  })

  it('serves in order for as long as no more wait than there are places', async () => {
    const clock = { now: 0 }
    const { ask, served, finish, settle } = start({ places: 4 }, clock)
    // Of which two have places.
    for (let call = 0; call < 6; call++) ask('one', 'ada', String(call))
    await settle()
    for (let call = 6; call < 20; call++) {
      clock.now += 300
      ask('one', 'ada', String(call))
      await finish()
    }
    expect(served).toEqual(Array.from({ length: 16 }, (_, call) => String(call)))
  })

  it('serves only those that have not waited long once the queue stands, unless half of the places are free', async () => {
    const clock = { now: 0 }
    const { ask, served, finish, settle } = start({ places: 4 }, clock)
    for (let call = 0; call < 10; call++) ask(`tenant ${call}`, 'ada')
    await settle()
    clock.now = 300
    await finish()
    expect(served).toHaveLength(4)
    ask('last', 'ada', 'last')
    await settle()
    expect(served.at(-1)).toBe('last')
    await finish(3)
    expect(served.slice(5)).toHaveLength(1)
  })

  it('leaves half of the places to tenants that have none once the queue stands and the program is busy', async () => {
    const clock = { now: 0 }
    let isBusy = true
    const { queue, ask, served, finish, settle } = start({ places: 8, isBusy: () => isBusy }, clock)
    for (let call = 0; call < 20; call++) ask('flood', `person ${call}`)
    await settle()
    expect(queue.taken).toBe(6)
    clock.now = 300
    await finish(2)
    ask('flood', 'ada')
    await settle()
    expect(queue.taken).toBe(4)
    ask('quiet', 'cleo')
    await settle()
    expect([served.at(-1), queue.taken]).toEqual(['quiet/cleo', 5])
    isBusy = false
    ask('flood', 'ben')
    await settle()
    expect([served.at(-1), queue.taken]).toEqual(['flood/ben', 7])
  })

  it('refuses the oldest of who waits most when too many wait', async () => {
    const { queue, ask, refused, settle } = start({ places: 1, waiting: 3 })
    ask('one', 'ada')
    for (const name of ['old', 'newer', 'newest']) ask('flood', 'ben', name)
    ask('quiet', 'cleo', 'quiet')
    await settle()
    expect([refused, queue.waiting]).toEqual([['old'], 3])
  })

  it('refuses who has waited too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { queue, ask, refused, settle } = start({ places: 1, waitMs: 500 })
      ask('one', 'ada')
      ask('one', 'ada', 'late')
      await settle()
      vi.advanceTimersByTime(499)
      await settle()
      expect(refused).toEqual([])
      vi.advanceTimersByTime(1)
      await settle()
      expect([refused, queue.waiting]).toEqual([['late'], 0])
    } finally {
      vi.useRealTimers()
    }
  })
})
