import { afterEach, expect, test } from 'vitest'
import { buildPermissionInputs } from '@steward/contract/rules/permission-inputs.fixtures'
import { queryClient } from '../api/query.ts'
import { enterShell } from './enter.ts'

/** Answers the permissions request when told to; all other requests stay pending. */
function answering(granted: Record<string, boolean>) {
  const asked: string[] = []
  let answer = () => {}
  const permissions = new Promise<void>((resolve) => (answer = resolve))
  globalThis.fetch = async (input) => {
    const path = String(input instanceof Request ? input.url : input)
    asked.push(new URL(path, location.origin).pathname)
    if (!path.includes('/permissions')) return new Promise(() => {})
    await permissions
    return Response.json({ username: 'ada', permissions: granted, facts: buildPermissionInputs({}) })
  }
  return { asked, answer: () => answer() }
}

const configPath = `${import.meta.env.BASE_URL}config.json`
const forEveryone = ['/auth/profile', '/auth/v2/permissions', configPath]

afterEach(() => queryClient.clear())

test('on entry everything is requested in parallel, and only the permissions are awaited', async () => {
  const { asked, answer } = answering({ 'Admin.ViewSystemUsage': false })
  const entered = enterShell()
  await expect.poll(() => [...asked].sort()).toEqual(forEveryone)
  answer()
  await entered
  expect(asked).toHaveLength(3)
})

test.each([
  ['can view system usage', { 'Admin.ViewSystemUsage': true }, ['/tenantinfo/apps', '/entitlements/data']],
  ['can monitor a company with interactive lanes', { 'Admin.ViewCompanyQuotas': true }, ['/entitlements/quotas/current']],
  [
    'can do both',
    { 'Admin.ViewSystemUsage': true, 'Admin.ViewCompanyQuotas': true },
    ['/tenantinfo/apps', '/entitlements/data', '/entitlements/quotas/current'],
  ],
])('what a user who %s needs is loaded, too, once', async (_, granted, expected) => {
  const { asked, answer } = answering(granted)
  answer()
  await enterShell()
  await expect.poll(() => [...asked].sort()).toEqual([...forEveryone, ...expected].sort())
  const before = asked.length
  // The next navigation requests nothing again.
  await enterShell()
  expect(asked).toHaveLength(before)
})
