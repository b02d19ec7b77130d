import { describe, expect, it } from 'vitest'
import { buildPermissionInputs } from '@steward/contract/rules/permission-inputs.fixtures'
import { comparedPerson, comparedRole, differences } from './compare.ts'
import { findQuestion, isOffered } from './questions.ts'
import { compareSearch } from './search.ts'

describe('the comparison', () => {
  it('of two people shows only what differs, in the order of its headings', () => {
    const reader = comparedPerson('Ada', ['Desk'], buildPermissionInputs({ actions: ['ViewUsers', 'ViewCurrencies'] }))
    const editor = comparedPerson(
      'Bo',
      ['Desk', 'Models'],
      buildPermissionInputs({ actions: ['ViewUsers', 'EditUsers'], products: ['RI-RISKMODELER'] }),
    )
    const found = differences(reader, editor)
    expect(found.map(({ heading }) => heading)).toEqual(['Groups', 'Applications', 'Pages', 'Actions'])
    expect(found[0]).toEqual({ heading: 'Groups', onlyFirst: [], onlySecond: ['Models'] })
    expect(found[1]).toEqual({ heading: 'Applications', onlyFirst: ['Admin Center: View'], onlySecond: ['Admin Center: Edit'] })
    expect(found[3]).toEqual({
      heading: 'Actions',
      onlyFirst: ['View currencies (Admin Center)'],
      onlySecond: ['Edit users (Admin Center)'],
    })
    expect(differences(reader, reader)).toEqual([])
  })

  it('of two roles shows actions and how deep they reach', () => {
    const found = differences(comparedRole('A', ['RiskModeler.ViewResults', 'Gone']), comparedRole('B', ['RiskModeler.RunModels']))
    expect(found.map(({ onlyFirst, onlySecond }) => [onlyFirst, onlySecond])).toEqual([
      [['Risk Modeler: View'], ['Risk Modeler: Run']],
      [['View results (Risk Modeler)'], ['Run models (Risk Modeler)']],
    ])
  })

  it('reads its state from the URL', () => {
    const id = '0199c0de-4444-7c11-9d59-3b8f5f1c2a44'
    expect(compareSearch({ what: 'roles', a: id, b: 'x' })).toEqual({ what: 'roles', a: id, b: undefined })
    expect(compareSearch({ what: 'cats' }).what).toBeUndefined()
  })

  it('of two moments reads them from the URL in UTC, and leaves out other values', () => {
    const found = compareSearch({ what: 'moments', compared: 'tenant', from: '2026-03-14T10:00:00+01:00', to: 'tomorrow' })
    expect(found).toMatchObject({ what: 'moments', compared: 'tenant', from: '2026-03-14T09:00:00.000Z', to: undefined })
    expect(compareSearch({ compared: 'apiKey', from: 5 })).toMatchObject({ compared: undefined, from: undefined })
  })
})

describe('the questions offered', () => {
  const offered = (id: string, facts = buildPermissionInputs({ products: ['RI-RISKMODELER'] })) => {
    const question = findQuestion(id)
    return question !== undefined && isOffered(question, facts, (path) => path === '/user-administration/users')
  }

  it('leave out what the tenant has no license for', () => {
    expect(offered('AppAccess.rlax')).toBe(true)
    expect(offered('AppAccess.cometa')).toBe(false)
    expect(offered('AppAccess.exposureIqAddon')).toBe(false)
    expect(offered('action:RiskModeler.RunModels')).toBe(true)
    expect(offered('action:Cometa.ViewCounterparties')).toBe(false)
    expect(offered('action:ViewUsers')).toBe(true)
    expect(offered('Admin.ViewUsers')).toBe(true)
  })

  it('leave out pages that the console does not have', () => {
    expect(offered('/user-administration/users')).toBe(true)
    expect(offered('/download')).toBe(false)
  })
})
