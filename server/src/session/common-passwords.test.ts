import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each(['password', 'PassWord', 'Password2024!', '!!Qwertyuiop12', 'Ｐassword2024!', '1234567890'])('%s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each(['Correct-horse-7-battery', 'Another-horse-8-battery', '', '8417-2953-!?', 'Pass-word-2024-Lamp'])(
  '%s is not',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)
