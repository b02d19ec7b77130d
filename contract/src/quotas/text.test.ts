import { expect, test } from 'vitest'
import { quotaLabels } from '../catalog/quotas.ts'
import { locales } from '../paraglide/runtime.js'
import { quotaLabel } from './text.ts'

test('every quota has its name from the specification, and one in every language', () => {
  for (const [name, label] of Object.entries(quotaLabels)) {
    expect(quotaLabel(name, 'en')).toBe(label)
    for (const locale of locales) if (locale !== 'en') expect(quotaLabel(name, locale), `${name} in ${locale}`).not.toBe(label)
  }
})

test('a quota without a label keeps its name', () => {
  expect(quotaLabel('maxDreams')).toBe('maxDreams')
})
