import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derivedPackages } from '@steward/contract/catalog/packages'
import { resourceGroup } from './testing.ts'
import { chosenId, isTooMuch, moved, noChanges, type Changes, type Ground, type Move } from './allocation.ts'
import { packageTable } from './packageTable.ts'

const packages = derivedPackages('RI-RISKMODELER')
const table = packageTable(packages)
const idOf = (name: string) => packages.find((one) => one.packageName === name)?.resourceGroupPackageId ?? ''
const [whole, half, quarter] = [idOf('default'), idOf('Half'), idOf('Quarter')]
const groups = [resourceGroup('a', half), resourceGroup('b', quarter), resourceGroup('c')]
const live: Ground = { groups, table, mayExceed: false }
const tried: Ground = { ...live, mayExceed: true }
const play = (ground: Ground, ...moves: Move[]): Changes => moves.reduce((changes, move) => moved(changes, move, ground), noChanges)

describe('packages that are moved', () => {
  it('stop at the remaining quota, and go further once another resource group releases some', () => {
    expect([...play(live, { kind: 'resize', id: 'c', percentage: 90 })]).toEqual([['c', quarter]])
    expect(play(live, { kind: 'choose', id: 'c', packageId: half })).toBe(noChanges)
    expect([...play(live, { kind: 'step', id: 'a', by: -1 }, { kind: 'choose', id: 'c', packageId: half })]).toEqual([
      ['a', quarter],
      ['c', half],
    ])
  })

  it('count as unchanged when they are back at the saved share', () => {
    expect(play(live, { kind: 'step', id: 'a', by: -1 }, { kind: 'step', id: 'a', by: 1 }).size).toBe(0)
    expect(play(live, { kind: 'step', id: 'c', by: -1 })).toBe(noChanges)
    expect(play(live, { kind: 'step', id: 'b', by: -1 }, { kind: 'reset' }).size).toBe(0)
    expect([
      ...play(live, {
        kind: 'take',
        packageIds: new Map([
          ['a', half],
          ['b', '0'],
        ]),
      }),
    ]).toEqual([['b', '0']])
  })

  it('can exceed the quota in what-if mode, but cannot be applied then', () => {
    const changes = play(tried, { kind: 'choose', id: 'c', packageId: whole })
    expect([...changes]).toEqual([['c', whole]])
    expect(isTooMuch(changes, tried)).toBe(true)
    expect(isTooMuch(moved(changes, { kind: 'choose', id: 'c', packageId: quarter }, tried), tried)).toBe(false)
    // With a smaller quota in the catalog, shares can still be reduced.
    const over = { groups: [resourceGroup('a', whole), resourceGroup('b', half)], table }
    expect(isTooMuch(new Map([['b', quarter]]), over)).toBe(false)
  })

  it('never exceed the quota in live mode, regardless of the moves', () => {
    const move = fc.oneof(
      fc.record({
        kind: fc.constant('choose' as const),
        id: fc.constantFrom('a', 'b', 'c'),
        packageId: fc.constantFrom('0', ...packages.map((one) => one.resourceGroupPackageId)),
      }),
      fc.record({
        kind: fc.constant('resize' as const),
        id: fc.constantFrom('a', 'b', 'c'),
        percentage: fc.integer({ min: -20, max: 140 }),
      }),
      fc.record({ kind: fc.constant('step' as const), id: fc.constantFrom('a', 'b', 'c'), by: fc.constantFrom(1 as const, -1 as const) }),
    )
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
        const changes = play(live, ...moves)
        expect(table.exceeds(groups.map((group) => chosenId(group, changes)))).toBe(false)
        expect(isTooMuch(changes, live)).toBe(false)
      }),
    )
  })
})
