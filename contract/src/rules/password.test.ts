import { describe, expect, it } from 'vitest'
import { brokenPasswordRules, meetsPasswordRule } from './password.ts'

describe('password rules', () => {
  it('accepts a password that meets every rule', () => {
    expect(brokenPasswordRules('Correct-horse-7')).toEqual([])
  })

  it('names every rule that is broken, in the order of the checklist', () => {
    expect(brokenPasswordRules('')).toEqual(['required', 'length', 'uppercase', 'lowercase', 'number', 'special'])
    expect(brokenPasswordRules('correct-horse-7')).toEqual(['uppercase'])
    expect(brokenPasswordRules('CORRECT-HORSE-7')).toEqual(['lowercase'])
    expect(brokenPasswordRules('Correct-horse-seven')).toEqual(['number'])
    expect(brokenPasswordRules('Correcthorse7battery')).toEqual(['special'])
    expect(brokenPasswordRules('Correct-h-7')).toEqual(['length'])
  })

  it('counts characters, not code units', () => {
    expect(meetsPasswordRule('length', '😀'.repeat(11))).toBe(false)
    expect(meetsPasswordRule('length', '😀'.repeat(12))).toBe(true)
  })

  it('accepts letters and digits of every script, and does not count a space as a special character', () => {
    expect(brokenPasswordRules('Ünlü-şifre-٣-uzun')).toEqual([])
    expect(brokenPasswordRules('Correct horse 7 battery')).toEqual(['special'])
  })
})
