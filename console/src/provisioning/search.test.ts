import { expect, test } from 'vitest'
import { areEventsFiltered, areTokensFiltered, eventsInput, tokensInput } from './filters.ts'
import { provisioningSearch } from './search.ts'

test('a full token that was pasted stays out of the URL and of the request', () => {
  const token = `stw_scim_${'a'.repeat(55)}`
  const search = provisioningSearch({ tq: ` ${token} ` })
  expect(search).toEqual({ tq: 'stw_scim_aaaaaa' })
  expect(JSON.stringify(tokensInput({ tq: token }))).not.toContain(token)
})

test('ignores invalid parameters', () => {
  expect(
    provisioningSearch({
      outcome: ['failed', 'odd'],
      operation: 'odd',
      token: '12',
      tsort: 'odd',
      page: '-1',
      dryRun: 'maybe',
      tstate: 'odd',
      q: '',
    }),
  ).toEqual({ outcome: ['failed'] })
})

test('the tables page, sort and filter independently', () => {
  const search = provisioningSearch({ page: 3, limit: 50, q: 'grace', dryRun: true, tsort: '-createdAt', tpage: 2, tstate: 'revoked' })
  expect(eventsInput(search)).toMatchObject({ limit: 50, offset: 100, search: 'grace', dryRun: 'true' })
  expect(tokensInput(search)).toMatchObject({ limit: 20, offset: 20, sort: '-createdAt', state: 'revoked' })
  expect([areEventsFiltered(search), areTokensFiltered(search)]).toEqual([true, true])
  expect([areEventsFiltered({ page: 2 }), areTokensFiltered({ tsort: 'createdAt' })]).toEqual([false, false])
})
