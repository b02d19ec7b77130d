import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildProblemBody } from '../testing/problems.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { CreateResourceGroupPanel } from './CreateResourceGroupPanel.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = () => renderInRouter(<CreateResourceGroupPanel tab="risk-modeler" productCode="RI-RISKMODELER" />)

test('offers no package while the quotas are not known', async () => {
  await show()
  expect(await screen.findByRole('textbox', { name: 'Group Name' })).toBeDefined()
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined()
  expect(screen.queryByText(/free/)).toBeNull()
})

test('says why the quotas are not known', async () => {
  vi.stubGlobal('fetch', async () => Response.json(buildProblemBody('forbidden', 403, 'Not today.'), { status: 403 }))
  await show()
  expect((await screen.findByRole('alert')).textContent).toContain('Resource groups could not be loaded.')
  expect(screen.queryByText(/free/)).toBeNull()
})
