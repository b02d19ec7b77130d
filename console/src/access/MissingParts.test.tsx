import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildPermissionInputs } from '@steward/contract/rules/permission-inputs.fixtures'
import { queryClient } from '../api/query.ts'
import { permissionsQuery } from '../session/permissions/permissions.ts'
import { setUser } from '../session/token/state.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { buildUser } from '../testing/user.ts'
import { MissingParts } from './MissingParts.tsx'
import { useRefusal } from './useRefusal.ts'

const answer = (permissions: Record<string, boolean>) => ({ username: 'ada', permissions, facts: buildPermissionInputs() })

function Shown() {
  const refusal = useRefusal('Admin.EditUsers')
  return refusal ? <MissingParts refusal={refusal} /> : null
}

async function show(permissions: Record<string, boolean>) {
  queryClient.setQueryData(permissionsQuery.queryKey, answer(permissions) as never)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer(permissions))))
  await renderInRouter(<Shown />)
  await screen.findByRole('heading', { name: 'What is missing' })
}

beforeEach(() => setUser(buildUser()))
afterEach(() => {
  queryClient.clear()
  setUser(null)
  vi.unstubAllGlobals()
})

test('leads those who can see users to how to grant it, for themselves', async () => {
  await show({ 'Admin.ViewUsers': true })
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'How to grant it' })
  const { pathname, searchParams } = new URL(link.href)
  expect([pathname, searchParams.get('user'), searchParams.get('ask')]).toEqual([
    '/user-administration/access',
    buildUser().userId,
    'Admin.EditUsers',
  ])
})

test('is a list for everyone else', async () => {
  await show({})
  expect(screen.getByRole('listitem').textContent).toContain('Edit users')
  expect(screen.queryByRole('link')).toBeNull()
})

test('asks for nothing before sign-in', async () => {
  setUser(null)
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)
  await renderInRouter(<Shown />)
  expect(screen.queryByRole('heading')).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})
