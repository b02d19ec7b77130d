import { describe, expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

describe('safeRedirect', () => {
  it('keeps paths of the console, with search and hash, without the base path', () => {
    expect(safeRedirect('/home/user-administration/users?page=2#x')).toBe('/user-administration/users?page=2#x')
    expect(safeRedirect('/user-administration/users')).toBe('/user-administration/users')
    expect(safeRedirect('/home')).toBe('/')
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/home//evil.example',
    '/home/\\evil.example',
    'javascript:alert(1)',
    'users',
    '/\t/evil.example',
    '',
  ])('refuses %j', (given) => {
    expect(safeRedirect(given)).toBeUndefined()
  })

  it('does not lead back to signing in or to the password that was just changed', () => {
    expect(safeRedirect('/login?tenant=demo')).toBeUndefined()
    expect(safeRedirect('/home/login/forgot-password')).toBeUndefined()
    expect(safeRedirect('/change-password')).toBeUndefined()
    expect(safeRedirect('/launchpad#change-password')).toBe('/launchpad')
  })
})
