import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldFaultText, fieldFaults } from './field-faults.ts'
import { repeated } from './fields.ts'

const faultsOf = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input)
  return fieldFaults(error?.issues ?? [], input).map((fault) => ({ ...fault, text: fieldFaultText(fault) }))
}

describe('a value that is not one of a list', () => {
  const query = z.strictObject({ include: repeated(z.enum(['Details', 'Groups'])), state: z.enum(['On', 'Off']).optional() })
  const text = 'Invalid value. Use one of: Details, Groups.'

  it('is invalid, and the others are named', () => {
    expect(faultsOf(query, { include: 'details' })).toMatchObject([{ field: 'include.0', code: 'invalid_choice', text }])
    expect(faultsOf(query, { include: ['Details', 'details'] })).toMatchObject([{ field: 'include.1', code: 'invalid_choice', text }])
    expect(faultsOf(query, { state: 'on' })).toMatchObject([{ field: 'state', text: 'Invalid value. Use one of: On, Off.' }])
    expect(faultsOf(query, { state: null })).toMatchObject([{ field: 'state', code: 'invalid_choice' }])
  })

  it('also is where it decides between shapes', () => {
    const change = z.discriminatedUnion('kind', [z.object({ kind: z.literal('add') }), z.object({ kind: z.literal('remove') })])
    expect(faultsOf(change, { kind: 'Add' })).toMatchObject([{ field: 'kind', text: 'Invalid value. Use one of: add, remove.' }])
    expect(faultsOf(change, {})).toMatchObject([{ field: 'kind', code: 'required' }])
  })

  it('is required where nothing was given', () => {
    expect(faultsOf(z.object({ state: z.enum(['On']) }), {})).toMatchObject([{ field: 'state', code: 'required' }])
  })

  it('names the first of many', () => {
    const many = z.object({ of: z.enum(Array.from({ length: 40 }, (_, index) => `v${index}`)) })
    expect(faultsOf(many, { of: 'x' })[0]?.text).toMatch(/: v0, .*, v29, …\.$/)
  })
})

describe('a list without enough', () => {
  it('asks for one by its name, where it has one', () => {
    const few = { code: 'too_few', parameters: { minimum: 1 } }
    expect(faultsOf(z.object({ groups: z.array(z.string()).min(1) }), { groups: [] })).toMatchObject([{ ...few, text: 'Choose a group.' }])
    expect(faultsOf(z.object({ jobIds: z.array(z.string()).min(1) }), { jobIds: [] })).toMatchObject([
      { ...few, text: 'At least one entry.' },
    ])
  })

  it('says how many it takes', () => {
    const list = z.object({ groups: z.array(z.string()).min(2).max(3) })
    expect(faultsOf(list, { groups: ['a'] })[0]?.text).toBe('At least 2 entries.')
    expect(faultsOf(list, { groups: ['a', 'b', 'c', 'd'] })[0]?.text).toBe('At most 3 entries.')
  })
})
