import { expect, it } from 'vitest'
import { pastedPeople } from './pastedPeople.ts'

it('reads addresses with and without names, each once', () => {
  expect(
    pastedPeople(
      'Ada Lindqvist <ada@example.com>; grace.okafor@example.com,\n"Maria de la Cruz" <maria@example.com>\tADA@example.com  x99@example.com',
    ),
  ).toEqual([
    { email: 'ada@example.com', givenName: 'Ada', familyName: 'Lindqvist' },
    { email: 'grace.okafor@example.com', givenName: 'Grace', familyName: 'Okafor' },
    { email: 'maria@example.com', givenName: 'Maria de la', familyName: 'Cruz' },
    { email: 'x99@example.com', givenName: '', familyName: '' },
  ])
  expect(pastedPeople('no address here')).toEqual([])
})
