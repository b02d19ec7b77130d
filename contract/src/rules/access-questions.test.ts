import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionQuestion, pageRules, ruleOfQuestion } from './access-questions.ts'
import { anyPermissionInputs } from './permission-inputs.arbitrary.ts'
import { isGranted, permissionNames, reasonOf } from './permissions.ts'
import { mayOpen } from './routes.ts'

describe('the rule of a question', () => {
  it('is the rule of a permission, of an action and of a page', () => {
    expect(ruleOfQuestion('Admin.EditUsers')).toEqual({ kind: 'action', actionName: 'EditUsers' })
    expect(ruleOfQuestion(actionQuestion('RiskModeler.RunModels'))).toEqual({ kind: 'action', actionName: 'RiskModeler.RunModels' })
    expect(ruleOfQuestion('/monitoring/job-log')).toEqual({ kind: 'permission', name: 'Navigation.JobLog' })
    expect(ruleOfQuestion('/notification-settings')).toEqual({ kind: 'always' })
  })

  it.each(['', 'Admin.NoSuch', 'action:NoSuch', '/no-such-page', '/login', '/monitoring/system-usage/{app}', 'toString'])(
    'does not exist for %j',
    (ask) => expect(ruleOfQuestion(ask)).toBeUndefined(),
  )

  it('answers for every page as the router does, and for every permission as its evaluation', () => {
    fc.assert(
      fc.property(anyPermissionInputs, (facts) => {
        for (const [path, rule] of pageRules) {
          expect([path, reasonOf(rule, facts).granted]).toEqual([path, mayOpen(path, (name) => isGranted(name, facts))])
        }
        for (const name of permissionNames) {
          const rule = ruleOfQuestion(name)
          expect([name, rule && reasonOf(rule, facts).granted]).toEqual([name, isGranted(name, facts)])
        }
      }),
      { numRuns: 20 },
    )
  })
})
