import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alerts, useAlerts } from '../api/alerts.ts'
import { renderHook } from '@testing-library/react'
import { lastOwnChange, noteOwnChange, takeToldChange } from '../api/ownChanges.ts'
import { keepSavedChange, tellSavedChange } from './savedChange.ts'

const change = (changeId: string) => noteOwnChange(new Headers({ 'change-id': changeId }))
const shown = () => renderHook(useAlerts).result.current.map(({ message, changeId }) => [message, changeId])

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  alerts.clear()
  takeToldChange()
  sessionStorage.clear()
})

test('the page that loads after settings were saved offers Undo, once', () => {
  change('a')
  keepSavedChange()
  // The message of the page that reloads has none: its dialog would be lost.
  alerts.success('The page reloads.')
  change('other')
  takeToldChange()
  tellSavedChange()
  expect(shown()).toEqual([
    ['The page reloads.', undefined],
    ['The tenant settings are saved.', 'a'],
  ])
  expect(lastOwnChange()).toBe('a')
  alerts.clear()
  tellSavedChange()
  expect(shown()).toEqual([])
})

test('nothing is told of several changes together, nor much later', () => {
  change('a')
  change('b')
  keepSavedChange()
  tellSavedChange()
  change('c')
  keepSavedChange()
  vi.advanceTimersByTime(31_000)
  tellSavedChange()
  expect(shown()).toEqual([])
})
