import { describe, expect, test } from 'vitest'
import { matchScore, prefixDistance } from './match.ts'

const finds = (typed: string, name: string, keywords?: string) => matchScore(typed, name, keywords) > 0

describe('what is typed finds a name', () => {
  test.each([
    ['by the beginning of any word', 'group', 'Resource Groups'],
    ['by several words in any order', 'gro res', 'Resource Groups'],
    ['by initials', 'sso', 'Single Sign-On'],
    ['inside a compound', 'gruppen', 'Benutzergruppen'],
    ['without accents typed', 'Wahrungen', 'Währungen'],
    ['in Japanese, where words have no spaces', 'ログ', 'システムログ'],
    ['in Japanese as one types it', 'ろぐ', 'システムログ'],
    ['past a letter left out', 'gruops', 'Groups'],
    ['past two letters swapped', 'lauchpad', 'Launchpad'],
    ['past two slips in a long word', 'currencys', 'Currencies'],
  ])('%s', (_, typed, name) => {
    expect(finds(typed, name)).toBe(true)
  })

  test('by keywords, which count less', () => {
    expect(finds('invite', 'Create user', 'invite add')).toBe(true)
    expect(matchScore('user', 'Create user')).toBeGreaterThan(matchScore('user', 'Access', 'user'))
  })

  test.each([
    ['users', 'Groups'],
    ['user zebra', 'Create user'],
    ['xyz', 'Launchpad'],
    ['', 'Launchpad'],
    ['  ', 'Launchpad'],
    // Short words do not tolerate typos.
    ['rle', 'Roles'],
    // Two letters are inside too many words.
    ['op', 'Developer'],
  ])('%o does not find %o', (typed, name) => {
    expect(finds(typed, name)).toBe(false)
  })

  test('with a higher score the closer it is', () => {
    const scores = ['Users', 'Usersearch', 'Superusers', 'User settings'].map((name) => matchScore('users', name))
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(matchScore('users', 'Users')).toBeGreaterThan(matchScore('users', 'Superusers'))
  })
})

test('the distance is to the nearest prefix', () => {
  expect(prefixDistance('user', 'users')).toBe(0)
  expect(prefixDistance('usre', 'users')).toBe(1)
  expect(prefixDistance('abc', 'xyz')).toBe(3)
})
