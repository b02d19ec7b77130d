import { expect, it } from 'vitest'
import { searchOf, statesOf } from './statusFilter.ts'

it('combines active, invited and single sign-on, without disabled users', () => {
  const search = searchOf(['active', 'external'], ['active'])
  expect(search).toMatchObject({ status: ['CONFIRMED', 'EXTERNAL_PROVIDER'], disabled: false })
  expect(statesOf(search)).toEqual(['active', 'external'])
  expect(statesOf({ disabled: false })).toEqual(['active', 'invited', 'external'])
})

it('chooses locked and disabled alone', () => {
  expect(searchOf(['active', 'locked'], ['active'])).toEqual({ status: undefined, disabled: undefined, locked: true })
  expect(searchOf(['disabled', 'locked'], ['locked'])).toEqual({ status: undefined, disabled: true, locked: undefined })
  expect(statesOf({ disabled: true, status: ['CONFIRMED'] })).toEqual(['disabled'])
  expect(searchOf(['locked', 'active'], ['locked'])).toEqual({ status: ['CONFIRMED'], disabled: false, locked: undefined })
  expect(searchOf([], ['disabled'])).toEqual({ status: undefined, disabled: undefined, locked: undefined })
})
