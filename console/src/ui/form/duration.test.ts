import { expect, test } from 'vitest'
import { minutesOf, shownDuration } from './duration.ts'

test.each([
  ['480', '8', 'hours'],
  ['90', '90', 'minutes'],
  ['2880', '2', 'days'],
  ['', '', 'hours'],
  ['soon', 'soon', 'hours'],
  ['0', '0', 'hours'],
] as const)('%j minutes are shown as %j %s', (minutes, text, unit) => {
  expect(shownDuration(minutes, 'hours')).toEqual({ text, unit })
})

test.each([
  ['8', 'hours', '480'],
  ['1,5', 'hours', '90'],
  ['0.1', 'hours', '6'],
  ['1,440', 'minutes', '1440'],
  ['１２', 'hours', '720'],
  [' 2 ', 'days', '2880'],
  ['', 'days', ''],
  ['2 days', 'days', '2 days'],
  ['-1', 'hours', '-1'],
] as const)('%j %s are kept as %j', (text, unit, minutes) => {
  expect(minutesOf(text, unit)).toBe(minutes)
})
