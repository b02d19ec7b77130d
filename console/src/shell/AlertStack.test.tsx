import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alerts } from '../api/alerts.ts'
import { noteOwnChange } from '../api/ownChanges.ts'
import { closeUndo, useUndoRequest } from '../api/undo.ts'
import { AlertStack } from './AlertStack.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<AlertStack />)
})

afterEach(() => {
  act(() => alerts.clear())
  vi.useRealTimers()
})

const show = (message: string) => act(() => void alerts.success(message))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('an alert stays for one second per word', () => {
  show('User updated successfully.')
  pass(2_999)
  expect(screen.getByText('User updated successfully.')).toBeDefined()
  pass(1)
  expect(screen.queryByText('User updated successfully.')).toBeNull()
})

test('an alert can be acted on, and goes away then', () => {
  const undo = vi.fn()
  act(() => void alerts.success('User disabled.', { action: { label: 'Undo', onSelect: undo } }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('User disabled.')).toBeNull()
})

test('the alert after a single change offers to undo it', () => {
  const request = renderHook(() => useUndoRequest()).result
  const changed = (changeId: string) => noteOwnChange(new Headers({ 'change-id': changeId }))
  changed('a')
  changed('b')
  show('Two groups were deleted.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  changed('c')
  show('Group Analysts was deleted.')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(request.current).toEqual({ changeId: 'c', title: 'Group Analysts was deleted.' })
  act(closeUndo)
})

test('its timer pauses while the pointer is over it, then resumes', () => {
  show('User updated successfully.')
  const card = screen.getByText('User updated successfully.')
  pass(2_000)
  fireEvent.pointerEnter(card)
  pass(60_000)
  expect(screen.getByText('User updated successfully.')).toBeDefined()
  fireEvent.pointerLeave(card)
  pass(999)
  expect(screen.getByText('User updated successfully.')).toBeDefined()
  pass(1)
  expect(screen.queryByText('User updated successfully.')).toBeNull()
})

test('its timer pauses while something in it has focus', () => {
  show('Group created.')
  act(() => screen.getByRole('button', { name: 'Dismiss message' }).focus())
  pass(60_000)
  expect(screen.getByText('Group created.')).toBeDefined()
})

test('it can be dismissed, unless it is configured otherwise', () => {
  show('Group created.')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
  expect(screen.queryByText('Group created.')).toBeNull()
  act(() => void alerts.warning('The connection is gone', { dismissable: false, mode: 'sticky' }))
  expect(screen.queryByRole('button')).toBeNull()
  pass(600_000)
  expect(screen.getByText('The connection is gone')).toBeDefined()
})

test('the same text is shown only once, and the live region is outside the application', () => {
  show('Group created.')
  show('Group created.')
  expect(screen.getAllByText('Group created.')).toHaveLength(1)
  const region = screen.getByRole('region', { name: 'Messages' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  expect(region.parentElement).toBe(document.body)
})
