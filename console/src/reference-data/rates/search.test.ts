import { rateSorts } from '@steward/contract/reference-data/constants'
import { decimalText } from '@steward/contract/reference-data/rates-schemas'
import { expect, test } from 'vitest'
import { isAmount } from './amount.ts'
import { pairOf } from './pair.ts'
import { converterSearch, dayParam, pairSearch, ratesSearch, rateSortFields } from './search.ts'

test('offers the sorts of the contract', () => expect(rateSortFields).toEqual(rateSorts))

test('drops what isn’t a day, kind or code', () => {
  expect(ratesSearch({ q: ' eur ', kind: 'derived', asOf: '2026-02-28', sort: '-exchangeRate', page: '2' })).toEqual({
    q: 'eur',
    kind: 'derived',
    asOf: '2026-02-28',
    sort: '-exchangeRate',
    page: 2,
  })
  expect(ratesSearch({ kind: 'other', asOf: '2026-02-30T00', sort: 'password' })).toEqual({})
  expect([dayParam('2026-13-01'), dayParam(2026), dayParam('2026-02-28')]).toEqual([undefined, undefined, '2026-02-28'])
  expect(pairSearch({ from: 'eur', to: 'too long' })).toEqual({ from: 'EUR' })
  expect(converterSearch({ amount: 100, to: 'USD' })).toEqual({ amount: '100', to: 'USD' })
})

test('takes the amounts that the contract takes', () => {
  const amounts = [
    '1',
    '0.5',
    '1000.50',
    '0',
    '0.0',
    '-1',
    '1,000',
    '1e3',
    '',
    '.5',
    '1.',
    `${'9'.repeat(18)}.${'9'.repeat(18)}`,
    '9'.repeat(19),
  ]
  expect(amounts.filter(isAmount)).toEqual(amounts.filter((text) => decimalText.safeParse(text).success))
})

test('starts with the anchor, and completes half a pair', () => {
  const currencies = ['USD', 'CHF', 'EUR']
  expect(pairOf({}, currencies)).toEqual({ from: 'USD', to: 'CHF' })
  expect(pairOf({ from: 'EUR' }, currencies)).toEqual({ from: 'EUR', to: 'USD' })
  expect(pairOf({ to: 'USD' }, currencies)).toEqual({ from: 'CHF', to: 'USD' })
  expect(pairOf({ from: 'XXX', to: 'EUR' }, currencies)).toEqual({ from: 'USD', to: 'EUR' })
  expect(pairOf({}, ['USD'])).toBeUndefined()
})
