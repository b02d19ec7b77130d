import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './SearchBox.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const box = () => screen.getByRole<HTMLInputElement>('searchbox')
const found = () => screen.getByText(/^Found for/).textContent
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A page to which a search comes back after as long as the page takes to render. */
function Page({ searches, rendersIn = 0 }: { searches: string[]; rendersIn?: number }) {
  const [value, setValue] = useState('')
  const search = (q: string) => {
    searches.push(q)
    setTimeout(() => setValue(q), rendersIn)
  }
  return (
    <>
      <SearchBox label="Search" value={value} onChange={search} />
      <button type="button" onClick={() => setValue('')}>
        Clear filters
      </button>
      <p>{`Found for ${value}`}</p>
    </>
  )
}

test('keeps what is typed while the page renders an earlier search', async () => {
  const searches: string[] = []
  render(<Page searches={searches} rendersIn={400} />)
  type('l')
  await wait(300)
  type('li')
  await wait(300)
  type('lin')
  await wait(100)
  expect(found()).toBe('Found for l')
  expect(box().value).toBe('lin')
  await wait(300)
  expect(found()).toBe('Found for li')
  expect(box().value).toBe('lin')
  await wait(600)
  expect(found()).toBe('Found for lin')
  expect(box().value).toBe('lin')
  expect(searches).toEqual(['l', 'li', 'lin'])
})

test('shows a search that the page changed', async () => {
  render(<Page searches={[]} />)
  type('lin ')
  await wait(300)
  expect(found()).toBe('Found for lin')
  expect(box().value).toBe('lin ')
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(box().value).toBe('')
  type('lin')
  await wait(300)
  expect(box().value).toBe('lin')
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(box().value).toBe('')
})

test('leaves Escape and Enter to an input method', async () => {
  const searches: string[] = []
  render(<Page searches={searches} />)
  type('たなか')
  // As browsers say it, and as Safari does for the key that ends it.
  for (const during of [{ isComposing: true }, { keyCode: 229 }]) {
    for (const key of ['Enter', 'Escape']) fireEvent(box(), createEvent.keyDown(box(), { key, ...during }))
  }
  await wait(0)
  expect(box().value).toBe('たなか')
  expect(searches).toEqual([])
  fireEvent.keyDown(box(), { key: 'Escape' })
  expect(box().value).toBe('')
  await wait(0)
  expect(searches).toEqual([''])
})
