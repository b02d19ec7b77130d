import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ApiKey } from '@steward/contract/api-keys/schemas'
import { RegenerateKeyDialog } from './RegenerateKeyDialog.tsx'

const key: ApiKey = {
  apiKeyId: '0199c0de-6666-7c11-9d59-3b8f5f1c2a44',
  apiKeyName: 'Nightly',
  prefix: 'stw_key_8fK2xQ',
  groups: [],
  createdBy: '',
  heldBy: 'ada@example.com',
  isHolderGone: false,
  createdAt: '2026-03-14T09:26:53.589Z',
  lastUsedAt: '2026-03-15T09:26:53.589Z',
  expiresAt: null,
  previous: null,
  version: 1,
}

function open(apiKey: ApiKey) {
  const onConfirm = vi.fn()
  render(<RegenerateKeyDialog apiKey={apiKey} onClose={() => {}} onConfirm={onConfirm} loading={false} />)
  return { onConfirm, confirm: async () => userEvent.click(await screen.findByRole('button', { name: 'Regenerate key' })) }
}

it('keeps the old secret of a key in use for a day, unless another time is chosen', async () => {
  const { onConfirm, confirm } = open(key)
  await confirm()
  expect(onConfirm).toHaveBeenLastCalledWith('day')
  await userEvent.click(screen.getByRole('radio', { name: 'After 7 days' }))
  await confirm()
  expect(onConfirm).toHaveBeenLastCalledWith('week')
})

it('stops the secret of a key that was never used immediately', async () => {
  const { onConfirm, confirm } = open({ ...key, lastUsedAt: null })
  await confirm()
  expect(onConfirm).toHaveBeenLastCalledWith('none')
})

it('offers no overlap for a blocked key, and names the secret that a second rotation stops', async () => {
  const previous = { prefix: 'stw_key_old', validUntil: '2026-03-20T09:26:53.589Z', lastUsedAt: null }
  const { onConfirm, confirm } = open({ ...key, isHolderGone: true, previous })
  expect(await screen.findByText('The earlier key stw_key_old… stops working immediately.')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  await confirm()
  expect(onConfirm).toHaveBeenLastCalledWith('none')
})
