import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each(['password', 'PassWord', 'Password2024!', '!!Qwertyuiop12', 'Ｐassword2024!', '1234567890', '123456'])(
  '%s is common',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  },
)

test.each(['freyfvfnfnf', 'Morganstanley-2026!', '07021978'])('%s is, beyond the first 50,000', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each([
  'Correct-horse-7-battery',
  'Another-horse-8-battery',
  '',
  '\n',
  'football\nmonkey',
  '8417-2953-!?',
  'damianvidal',
  'Pass-word-2024-Lamp',
])('%j is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})
