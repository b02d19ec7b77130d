import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query.ts'
import type { ChoiceSource } from './choiceSource.ts'
import type { Choice } from './Combobox.tsx'
import { RemoteCombobox } from './RemoteCombobox.tsx'

const cardoso = { value: '1', label: 'Ada Cardoso', detail: 'ada.cardoso@x.example' }
const lindqvist = { value: '2', label: 'Ada Lindqvist', detail: 'ada.lindqvist@x.example' }

afterEach(() => {
  cleanup()
  queryClient.clear()
})

/** Answers the empty text, and the others when told. */
function slowSource() {
  const waiting = new Map<string, (choices: Choice[]) => void>()
  const source: ChoiceSource = {
    matching: (text) => ({
      queryKey: ['choices', 'people', text],
      queryFn: () => (text === '' ? Promise.resolve([cardoso, lindqvist]) : new Promise((resolve) => waiting.set(text, resolve))),
      meta: { tables: [] },
    }),
    named: (value) => ({ queryKey: ['choices', 'person', value], queryFn: () => Promise.resolve(cardoso), meta: { tables: [] } }),
  }
  const answer = async (text: string, choices: Choice[]) => {
    await expect.poll(() => waiting.get(text)).toBeDefined()
    waiting.get(text)?.(choices)
  }
  return { source, answer }
}

function Picker({ source }: { source: ChoiceSource }) {
  const [value, setValue] = useState<Choice | null>(null)
  return (
    <QueryClientProvider client={queryClient}>
      <RemoteCombobox label="User" source={source} value={value} onChange={setValue} />
      <output>{value?.label ?? 'no one'}</output>
    </QueryClientProvider>
  )
}

async function show() {
  const { source, answer } = slowSource()
  const user = userEvent.setup()
  render(<Picker source={source} />)
  await user.click(screen.getByRole('combobox', { name: 'User' }))
  await screen.findByRole('option', { name: /Ada Cardoso/ })
  return { user, answer }
}

const chosen = () => document.querySelector('output')?.textContent

test('who types fast chooses what they typed, before the server answers', async () => {
  const { user } = await show()
  await user.keyboard('ada.lind{ArrowDown}{Enter}')
  expect(chosen()).toBe('Ada Lindqvist')
})

test('while nothing known has the text, nothing can be chosen', async () => {
  const { user } = await show()
  await user.keyboard('grace')
  expect(screen.queryAllByRole('option')).toEqual([])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chosen()).toBe('no one')
})

test('an answer between the arrow and Enter does not change who is chosen', async () => {
  const { user, answer } = await show()
  await user.keyboard('lind{ArrowDown}')
  await answer('lind', [{ value: '4', label: 'Bo Lind' }, lindqvist])
  await screen.findByRole('option', { name: 'Bo Lind' })
  await user.keyboard('{Enter}')
  expect(chosen()).toBe('Ada Lindqvist')
})
