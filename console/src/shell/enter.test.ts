import { afterEach, expect, test } from 'vitest'
import { buildFacts } from '@steward/contract/rules/permission-inputs.fixtures'
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
    return Response.json({ username: 'ada', permissions: granted, facts: buildFacts({}) })
  }
  return { asked, answer: () => answer() }
}

const configPath = `${import.meta.env.BASE_URL}config.json`

afterEach(() => queryClient.clear())

test('on entry everything is requested in parallel, and only the permissions are awaited', async () => {
  const { asked, answer } = answering({ 'Admin.ViewSystemUsage': false })
  const entered = enterShell()
  await expect.poll(() => [...asked].sort()).toEqual(['/auth/profile', '/auth/v2/permissions', configPath])
  answer()
  await entered
  expect(asked).toHaveLength(3)
})

test('the tenant’s applications are loaded, too, for a user who can view system usage', async () => {
  const { asked, answer } = answering({ 'Admin.ViewSystemUsage': true })
  answer()
  await enterShell()
  await expect.poll(() => asked).toContain('/tenantinfo/apps')
  const before = asked.length
  // The next navigation requests nothing again.
  await enterShell()
  expect(asked).toHaveLength(before)
})
