import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInRouter } from '../../testing/renderInRouter.tsx'
import type { ConflictField, Side } from '../form/conflict.ts'
import { ConflictDialog } from './ConflictDialog.tsx'

const fields: ConflictField[] = [
  { id: 'givenName', label: 'Given name', base: 'Ada', mine: 'Mine', theirs: 'Theirs' },
  { id: 'familyName', label: 'Family name', base: 'Berg', mine: 'Berg', theirs: 'Lind' },
  { id: 'title', label: 'Title', base: '', mine: 'Dr', theirs: '' },
  { id: 'same', label: 'Same', base: 'x', mine: 'x', theirs: 'x' },
]

async function show(onResolve: (sides: Record<string, Side>) => void = () => {}, onClose = () => {}) {
  await renderInRouter(<ConflictDialog name="Ada Berg" fields={fields} onResolve={onResolve} onClose={onClose} loading={false} />)
  await screen.findByRole('dialog')
}
const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked

test('proposes one’s own changes, and theirs where only they changed the field', async () => {
  await show()
  expect(isChecked('Given name, Your version: Mine')).toBe(true)
  expect(isChecked('Family name, Saved version: Lind')).toBe(true)
  expect(isChecked('Title, Your version: Dr')).toBe(true)
  expect(screen.getByRole('radio', { name: 'Title, Saved version: empty' })).toBeTruthy()
})

test('doesn’t ask about fields that agree', async () => {
  await show()
  expect(screen.queryByText('Same')).toBeNull()
})

test('saves the chosen values of both versions', async () => {
  const onResolve = vi.fn()
  await show(onResolve)
  await userEvent.click(screen.getByRole('radio', { name: 'Given name, Saved version: Theirs' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save chosen version' }))
  expect(onResolve).toHaveBeenCalledWith({ givenName: 'theirs', familyName: 'theirs', title: 'mine', same: 'theirs' })
})

test('takes all of theirs with one click, and goes back without choosing', async () => {
  const onClose = vi.fn()
  await show(undefined, onClose)
  await userEvent.click(screen.getByRole('button', { name: 'Keep all theirs' }))
  expect(isChecked('Given name, Saved version: Theirs')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Back to my changes' }))
  expect(onClose).toHaveBeenCalled()
})
