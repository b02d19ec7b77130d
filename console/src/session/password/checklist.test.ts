import { describe, expect, it } from 'vitest'
import { isAcceptable, isSecure, passwordChecklist } from './checklist.ts'

const state = (items: ReturnType<typeof passwordChecklist>) => Object.fromEntries(items.map((item) => [item.rule, item.state]))

describe('passwordChecklist', () => {
  it('has the items and labels of the specification', () => {
    expect(passwordChecklist('', { kind: 'typed', password: '' }).map((item) => item.text)).toEqual([
      'Required',
      'Contains 12 or more characters',
      'At least one uppercase character',
      'At least one lowercase character',
      'At least one number',
      'Contains at least one special character',
      'Cannot match current password',
    ])
  })

  it('ticks each rule as it is met', () => {
    expect(state(passwordChecklist('Ab1', { kind: 'typed', password: 'x' }))).toEqual({
      required: 'met',
      length: 'unmet',
      uppercase: 'met',
      lowercase: 'met',
      number: 'met',
      special: 'unmet',
      different: 'met',
    })
  })

  it('refuses the current password and an empty one', () => {
    const password = 'Correct-horse-7'
    expect(isAcceptable(passwordChecklist(password, { kind: 'typed', password }))).toBe(false)
    expect(isAcceptable(passwordChecklist(password, { kind: 'typed', password: 'Another-horse-8' }))).toBe(true)
    expect(state(passwordChecklist('', { kind: 'typed', password: 'Another-horse-8' })).different).toBe('unmet')
    expect(state(passwordChecklist(password, { kind: 'typed', password: '' })).different).toBe('unmet')
  })

  it('leaves a current password that only the server knows to the server, until the server has refused it', () => {
    const password = 'Correct-horse-7'
    const hidden = { kind: 'hidden', refused: [], isAccepted: false } as const
    expect(state(passwordChecklist(password, hidden)).different).toBe('later')
    expect(isAcceptable(passwordChecklist(password, hidden))).toBe(true)
    expect(isSecure(passwordChecklist(password, hidden))).toBe(false)
    expect(isSecure(passwordChecklist(password, { ...hidden, isAccepted: true }))).toBe(true)
    expect(isAcceptable(passwordChecklist(password, { ...hidden, refused: [password] }))).toBe(false)
  })

  it('has nothing to compare when the first password is set', () => {
    expect(passwordChecklist('Correct-horse-7', { kind: 'none' }).map((item) => item.rule)).not.toContain('different')
  })
})
