import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useLanguageChoice } from './useLanguageChoice.ts'

const choose = vi.fn()

function Languages() {
  const { onChoice, ...choice } = useLanguageChoice(choose)
  return (
    <select {...choice} aria-label="Language" onChange={(event) => onChoice(event.target.value)}>
      <option value="en">English</option>
      <option value="de">Deutsch</option>
      <option value="ja">日本語</option>
    </select>
  )
}

function list(): HTMLSelectElement {
  choose.mockReset()
  render(<Languages />)
  return screen.getByLabelText('Language')
}

/** What a browser does with an arrow key on a closed list. */
function pass(select: HTMLSelectElement, value: string): void {
  fireEvent.keyDown(select, { key: 'ArrowDown' })
  fireEvent.change(select, { target: { value } })
}

test('a language that the keys pass is not chosen; the one where they stop is, with Enter', () => {
  const select = list()
  pass(select, 'de')
  pass(select, 'ja')
  expect(select.value).toBe('ja')
  expect(choose).not.toHaveBeenCalled()
  fireEvent.keyDown(select, { key: 'Enter' })
  expect(choose).toHaveBeenCalledExactlyOnceWith('ja')
})

test('or by going on to the next field', () => {
  const select = list()
  pass(select, 'de')
  fireEvent.blur(select)
  expect(choose).toHaveBeenCalledExactlyOnceWith('de')
})

test('who comes back to the language that is shown chooses nothing', () => {
  const select = list()
  pass(select, 'de')
  pass(select, 'en')
  fireEvent.blur(select)
  expect(choose).not.toHaveBeenCalled()
})

test('a language from the open list is chosen at once', () => {
  const select = list()
  fireEvent.pointerDown(select)
  fireEvent.change(select, { target: { value: 'ja' } })
  expect(choose).toHaveBeenCalledExactlyOnceWith('ja')
  choose.mockReset()
  fireEvent.keyDown(select, { key: 'ArrowDown', altKey: true })
  fireEvent.change(select, { target: { value: 'de' } })
  expect(choose).toHaveBeenCalledExactlyOnceWith('de')
})
