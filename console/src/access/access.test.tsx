import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FlagName } from '@steward/contract/catalog/flags'
import type { Reason } from '@steward/contract/rules/expression'
import type { FlagInput, PermissionInputs } from '@steward/contract/rules/permission-inputs'
import { buildPermissionInputs, exampleGrant, lastYear, nextYear } from '@steward/contract/rules/permission-inputs.fixtures'
import { mayOpen } from '@steward/contract/rules/routes'
import { isGranted } from '@steward/contract/rules/permissions'
import { alternatives } from '@steward/contract/rules/remedies'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { decidingInputs, factTexts, type Fact } from './permissionInputs.ts'
import { findQuestion, matching, pageTitle, questions } from './questions.ts'
import { ReasonTree } from './ReasonTree.tsx'
import { remedyTexts } from './remedies.ts'
import { accessSearch } from './search.ts'

const nobody = buildPermissionInputs()
const steward = buildPermissionInputs({ actions: ['ViewCurrencies', 'EditUsers'], products: ['RI-RISKMODELER'] })

function question(id: string) {
  const found = findQuestion(id)
  if (!found) throw new Error(`no question ${id}`)
  return found
}

describe('questions', () => {
  it('each stand once, in plain words', () => {
    const ids = questions().map((one) => one.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(question('Admin.EditUsers').label).toBe('Edit users')
    expect(question('AppAccess.rlax').label).toBe('Application: Risk Modeler')
    expect(question('action:EditUsers').label).toBe('Edit users (Admin Center)')
    expect(pageTitle('/reference-data/currencies/currency/new')).toBe('Currencies › Currency › New')
  })

  it('are found by their words, those that begin with what is typed first', () => {
    const labelsOf = (typed: string) => matching(questions(), typed).map(({ label }) => label)
    const found = labelsOf('lic')
    expect(found[0]).toBe('Page: Licenses')
    expect(found.indexOf('View licenses')).toBeLessThan(found.findIndex((label) => label.startsWith('Application: ')))
    expect(labelsOf('curren edit').slice(0, 3)).toContain('Edit currencies')
    expect(matching(questions(), 'Admin.EditGroups')[0]?.id).toBe('Admin.EditGroups')
    expect(matching(questions(), ' ')).toEqual(questions())
  })

  it.each([
    nobody,
    steward,
    buildPermissionInputs({
      isAdministrator: true,
      actions: ['EditGroups', 'ViewSystemUsage'],
      products: ['RI-RISKMODELER', 'RI-DATAVAULT'],
    }),
  ])('about pages answer as the router does', (facts) => {
    for (const page of questions().filter((one) => one.kind === 'page')) {
      expect([page.id, page.answer(facts).granted]).toEqual([page.id, mayOpen(page.id, (name) => isGranted(name, facts))])
    }
  })

  it('each have words for every fact and every remedy', () => {
    for (const one of questions()) {
      const reason = one.answer(nobody)
      for (const fact of decidingInputs(one.answer(steward))) expect(factTexts(fact, steward.asOf).needs).not.toBe('')
      for (const remedy of alternatives(reason).flat())
        expect(remedyTexts(remedy, { userId: 'user-1', username: 'ada@example.com', name: 'Ada Lindqvist' }).text).not.toBe('')
    }
  })
})

describe('flags that are off', () => {
  const turn = (source: FlagInput['source'], flagName: FlagName = 'AuditLog', value = true) =>
    remedyTexts({ kind: 'turnFlag', flagName, value, source }, { userId: 'user-1', username: 'ada@example.com', name: 'Ada Lindqvist' })

  it('are turned on by the operator, where they are decided', () => {
    expect(turn('tenant')).toMatchObject({ command: 'steward flag set AuditLog on --tenant TENANT', places: [] })
    expect(turn('user').command).toBe('steward flag set AuditLog on --tenant TENANT --user ada@example.com')
    expect(turn('stopped').command).toBe('steward flag resume AuditLog')
    expect(turn('everyone', 'AuditLog', false).command).toBe('steward flag set AuditLog off --tenant TENANT')
  })

  it('are turned on elsewhere where another service decides, and with the previews where they are one', () => {
    expect(turn('service')).toEqual({ text: 'Ask your operator to turn the feature AuditLog on in the flag service.', places: [] })
    expect(turn('default', 'CometaPage').places).toMatchObject([{ path: '/configurations/tenant-settings' }])
    expect(turn('tenant', 'CometaPage').places).toEqual([])
  })

  it('say which share decided', () => {
    const facts = { ...nobody, flags: { AuditLog: { value: false, source: 'tenant' as const, percentage: 25 } } }
    const [reason] = [question('FeatureFlags.AuditLog').answer(facts)]
    expect(reason?.kind === 'flag' && factTexts(reason, facts.asOf).found).toBe('Off, for 25% of the users of this tenant')
  })
})

describe('facts', () => {
  it('name the role and the group that decide', () => {
    const [fact] = decidingInputs(question('Admin.ViewUsers').answer(steward))
    expect(fact && factTexts(fact, steward.asOf).grants).toEqual([exampleGrant])
  })

  it('tell until when a license holds, or that it ended', () => {
    const textOf = (endDate: string) => {
      const facts = buildPermissionInputs({ licenses: [{ kind: 'application', productCode: 'RI-RISKMODELER', endDate }] })
      const reason = question('Monitoring.RiskModeler').answer(facts)
      if (reason.kind !== 'license') throw new Error('the rule is a license')
      return factTexts(reason, facts.asOf).found
    }
    expect(textOf(nextYear)).toContain('Licensed until')
    expect(textOf('2025-06-01T12:00:00.000Z')).toContain('Expired on')
  })
})

describe('what the tenant has', () => {
  const asked = { userId: 'user-1', username: 'ada@example.com', name: 'Ada Lindqvist' }
  const remediesOf = (id: string, facts = nobody) =>
    alternatives(question(id).answer(facts))
      .flat()
      .map((remedy) => remedyTexts(remedy, asked))
  const foundFor = (id: string, kind: Fact['kind'], facts: PermissionInputs) => {
    const leaves = (reason: Reason): Fact[] => {
      switch (reason.kind) {
        case 'all':
        case 'any':
          return reason.parts.flatMap(leaves)
        case 'not':
        case 'permission':
          return leaves(reason.part)
        default:
          return [reason]
      }
    }
    return leaves(question(id).answer(facts))
      .filter((fact) => fact.kind === kind)
      .map((fact) => factTexts(fact, facts.asOf))
  }
  const ended = (kind: 'application' | 'data') => ({ kind, productCode: 'DATAAPI-LOCINTEL', endDate: lastYear })

  it('says for an application that its license ended, and how the operator renews it', () => {
    const facts = buildPermissionInputs({
      actions: ['UnderwriteIQ.ViewSubmissions'],
      licenses: [{ kind: 'application', productCode: 'RI-UNDERWRITEIQ', endDate: lastYear }],
    })
    const [words] = foundFor('AppAccess.underwriteiq', 'app', facts)
    expect(words?.found).toBe('No longer licensed. Expired on Jun 1, 2025. The user has one of its actions.')
    expect(remediesOf('AppAccess.underwriteiq', facts)).toMatchObject([
      {
        text: 'Ask your operator to license UnderwriteIQ (application).',
        command: 'steward license set TENANT RI-UNDERWRITEIQ --until DATE --package NAME',
        places: [{ path: '/company/company-licenses' }],
      },
    ])
  })

  it('names each product whose license would show system usage; location intelligence counts data, too', () => {
    const texts = remediesOf(
      '/monitoring/system-usage',
      buildPermissionInputs({ actions: ['ViewSystemUsage'], flags: { EnterpriseDataVault: false } }),
    ).map((one) => one.text)
    expect(texts).toContain('Ask your operator to license Risk Modeler (application).')
    expect(texts).toContain('Ask your operator to license Location Intelligence (data or application).')
    const [words] = foundFor('Monitoring.LocationIntelligence', 'license', buildPermissionInputs({ licenses: [ended('data')] }))
    expect(words).toMatchObject({ needs: 'A license for Location Intelligence (data or application)', found: 'Expired on Jun 1, 2025' })
    const [held] = foundFor(
      'Monitoring.LocationIntelligence',
      'license',
      buildPermissionInputs({ licenses: [ended('application'), { ...ended('data'), endDate: nextYear }] }),
    )
    expect(held?.found).toBe('Licensed until Jun 1, 2027')
  })

  it('leads to the tab where the resource group of the job log is made', () => {
    const facts = buildPermissionInputs({ actions: ['DataAdmin.ViewJobLog', 'ViewSystemLog'] })
    expect(foundFor('/monitoring/job-log', 'resourceGroup', facts)).toMatchObject([
      { needs: 'A group in a resource group of Data Admin', found: 'None exists.' },
    ])
    expect(remediesOf('/monitoring/job-log', facts)).toMatchObject([
      {
        text: `Create a resource group for Data Admin, with a group of ${asked.name}.`,
        places: [{ path: '/user-administration/resource-groups/data-admin' }],
      },
    ])
    const others = { ...facts, resourceGroups: { 'RI-DATAADMIN': { count: 2, joined: 0 } } }
    expect(foundFor('/monitoring/job-log', 'resourceGroup', others)[0]?.found).toBe('None of the user’s groups is in one.')
    expect(remediesOf('/monitoring/job-log', others)).toMatchObject([
      {
        text: `Add a group of ${asked.name} to a resource group of Data Admin, or open one to everyone.`,
        places: [{ path: '/user-administration/resource-groups/data-admin' }],
      },
    ])
    const some = { ...facts, resourceGroups: { 'RI-DATAADMIN': { count: 3, joined: 2 } } }
    expect(foundFor('/monitoring/job-log', 'resourceGroup', some)[0]?.found).toBe('In 2 resource groups.')
    const administrator = buildPermissionInputs({ isAdministrator: true, resourceGroups: others.resourceGroups })
    expect(foundFor('/monitoring/job-log', 'resourceGroup', administrator)[0]?.found).toBe('Administrators are in all of them.')
  })

  it('says which products would make resource groups available', () => {
    const texts = remediesOf(
      '/user-administration/resource-groups',
      buildPermissionInputs({ actions: ['EditGroups', 'RiskModeler.ViewResults'] }),
    ).map((one) => one.text)
    expect(texts[0]).toBe('Ask your operator to license Risk Modeler (application).')
  })

  it('says how large the quota of interactive lanes is, and of which product', () => {
    const [none] = foundFor('Monitoring.InteractiveLanes', 'quota', nobody)
    expect(none).toMatchObject({ needs: 'The quota Max Interactive Concurrency above 0', found: 'Your company has none.' })
    const quota = { productCode: 'RI-RISKMODELER', quotaName: 'maxInteractiveConcurrency', value: 8 }
    const [some] = foundFor(
      'Monitoring.InteractiveLanes',
      'quota',
      buildPermissionInputs({ quotas: [{ ...quota, productCode: 'RI-TREATYIQ', value: 0 }, quota] }),
    )
    expect(some?.found).toBe('It is 8, for Risk Modeler.')
    expect(remediesOf('Monitoring.InteractiveLanes')).toMatchObject([
      {
        text: 'Ask your operator to raise the quota Max Interactive Concurrency above 0.',
        places: [{ path: '/company/company-licenses/quotas' }],
      },
    ])
  })

  it('asks for both permissions of the licenses page', () => {
    expect(remediesOf('/company/company-licenses').map((one) => one.text)).toHaveLength(2)
    expect(
      question('/company/company-licenses').answer(buildPermissionInputs({ actions: ['ViewLicenses', 'ViewTenantInfo'] })).granted,
    ).toBe(true)
  })
})

it('shows the rule as nested lists that say all of, one of, met and not met', async () => {
  const reason = question('/reference-data/currencies').answer(steward)
  await renderInRouter(<ReasonTree reason={reason} asOf={steward.asOf} />)
  const tree = screen.getByRole('list', { name: 'Full rule' })
  expect(within(tree).getAllByText('All of these').length).toBeGreaterThan(0)
  expect(within(tree).getAllByText('One of these').length).toBeGreaterThan(0)
  expect(within(tree).getByText('Not this')).toBeTruthy()
  expect(within(tree).getAllByText('Met:').length).toBeGreaterThan(0)
  expect(within(tree).getAllByText(exampleGrant.roleName).length).toBeGreaterThan(0)
})

it('reads its state from the URL', () => {
  expect(accessSearch({ user: 'x', ask: '' })).toEqual({})
  expect(accessSearch({ user: '0199c0de-4444-7c11-9d59-3b8f5f1c2a44', ask: 'Admin.ViewUsers' })).toEqual({
    user: '0199c0de-4444-7c11-9d59-3b8f5f1c2a44',
    ask: 'Admin.ViewUsers',
  })
})
