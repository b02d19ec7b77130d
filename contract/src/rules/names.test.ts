import { describe, expect, it } from 'vitest'
import { fieldFaults } from '../field-faults.ts'
import {
  isAdminGroupName,
  isCurrencyCode,
  isCurrencyName,
  isGroupName,
  isReservedGroupName,
  isTagName,
  isUpdateIntervalInDays,
  isUserName,
  splitTagNames,
} from './name-rules.ts'
import { adminGroupName, emailAddress, groupName, roleName, tagName, userName } from './names.ts'

describe('names', () => {
  it.each([
    ['people', isUserName, ['Ada', 'Łukasz', "O'Neill", 'x'.repeat(64)], ['', 'a<b', 'a>b', 'a&b', 'x'.repeat(65), 'a\nb']],
    ['groups and roles', isGroupName, ['Treaty desk', 'R&D+', 'Rück_2 @|!$?%^.#&+-'], ['', 'a/b', 'a<b', "a'b", 'a\tb', 'x'.repeat(65)]],
    ['tags', isTagName, ['renewal_2027', 'X'], ['', 'a b', 'a-b', 'a,b', 'Ü', 'x'.repeat(65)]],
    ['currency codes', isCurrencyCode, ['E', 'EUR'], ['', 'EURO', 'ßß', 'E%', 'a\tb', '(', 'E\u200B']],
    ['currency names', isCurrencyName, ['Euro', 'x'.repeat(16)], ['', 'x'.repeat(17), 'a*b', 'a/b']],
    ['admin groups', isAdminGroupName, ['A', "St. John's_admins 2", 'a-b'], ['', '.a', 'a.', ' a', 'a/b', '-']],
  ] as const)('of %s', (_, isValid, good, bad) => {
    expect(good.filter((name) => !isValid(name))).toEqual([])
    expect(bad.filter(isValid)).toEqual([])
  })

  it('match the reserved group in any case', () => {
    expect(['admin', ' Admin ', 'ADMIN', 'admins'].map(isReservedGroupName)).toEqual([true, true, true, false])
  })

  it('accept intervals of 0 to 5000 days', () => {
    expect([0, 5000, -1, 5001, Number.NaN].map(isUpdateIntervalInDays)).toEqual([true, true, false, false, false])
  })

  it('split a list of tags, without empty entries and duplicates', () => {
    expect(splitTagNames(' a, ,b,,a ')).toEqual(['a', 'b'])
    expect(splitTagNames('')).toEqual([])
  })
})

describe('schemas of names', () => {
  const codes = (schema: typeof groupName, input: unknown) =>
    fieldFaults(schema.safeParse(input).error?.issues ?? [], input).map((fault) => fault.code)

  it('trim, and report one error code', () => {
    expect(userName.parse(' Ada ')).toBe('Ada')
    expect(codes(userName, '  ')).toEqual(['required'])
    expect(codes(userName, undefined)).toEqual(['required'])
    expect(codes(userName, 'a<b')).toEqual(['user_name_invalid'])
    expect(codes(groupName, 'a/b')).toEqual(['group_name_invalid'])
    expect(codes(roleName, 'x'.repeat(65))).toEqual(['role_name_invalid'])
    expect(codes(tagName, 'a b')).toEqual(['tag_name_invalid'])
    expect(codes(adminGroupName, '.a')).toEqual(['admin_group_name_invalid'])
  })

  it('accept email addresses', () => {
    expect(emailAddress.parse(' grace@northwind-re.example ')).toBe('grace@northwind-re.example')
    const faults = fieldFaults(emailAddress.safeParse('grace').error?.issues ?? [], 'grace')
    expect(faults.map((fault) => fault.code)).toEqual(['invalid_email'])
  })
})
