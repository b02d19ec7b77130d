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

/** What a browser does on an arrow key in a closed select. */
function pass(select: HTMLSelectElement, value: string): void {
  fireEvent.keyDown(select, { key: 'ArrowDown' })
  fireEvent.change(select, { target: { value } })
}

test('applies a language chosen by arrow keys on Enter, not the ones skipped', () => {
  const select = list()
  pass(select, 'de')
  pass(select, 'ja')
  expect(select.value).toBe('ja')
  expect(choose).not.toHaveBeenCalled()
  fireEvent.keyDown(select, { key: 'Enter' })
  expect(choose).toHaveBeenCalledExactlyOnceWith('ja')
})

test('applies a language chosen by arrow keys on blur', () => {
  const select = list()
  pass(select, 'de')
  fireEvent.blur(select)
  expect(choose).toHaveBeenCalledExactlyOnceWith('de')
})

test('does nothing when the keys return to the current language', () => {
  const select = list()
  pass(select, 'de')
  pass(select, 'en')
  fireEvent.blur(select)
  expect(choose).not.toHaveBeenCalled()
})

test('applies a language from the open list immediately', () => {
  const select = list()
  fireEvent.pointerDown(select)
  fireEvent.change(select, { target: { value: 'ja' } })
  expect(choose).toHaveBeenCalledExactlyOnceWith('ja')
  choose.mockReset()
  fireEvent.keyDown(select, { key: 'ArrowDown', altKey: true })
  fireEvent.change(select, { target: { value: 'de' } })
  expect(choose).toHaveBeenCalledExactlyOnceWith('de')
})
