import { screen } from '@testing-library/react'
import { skus } from '@steward/contract/catalog/packages'
import type { ApplicationLicenseItem } from '@steward/contract/licenses/schemas'
import { overwriteGetLocale, type Locale } from '@steward/contract/paraglide/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { ApplicationsTab } from './ApplicationsTab.tsx'

/** A license for each package. */
const licenses: ApplicationLicenseItem[] = skus.flatMap(({ productCode, productName, packages }) =>
  packages.map((one) => ({
    id: `${productCode} ${one.packageName}`,
    productCode,
    productName,
    packageName: one.packageName,
    startDate: '2026-01-01T00:00:00.000Z',
    endDate: '2099-01-01T00:00:00.000Z',
    licensed: true,
    package: one,
    hasCompletePackageInfo: true,
  })),
)

beforeEach(() => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ items: licenses, count: licenses.length, limit: 500, offset: 0, totalCount: licenses.length, totalIsExact: true }),
  )
})
afterEach(() => {
  overwriteGetLocale(() => 'en')
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** What the page shows in this language for each license that matches `q`. */
async function cardsIn(language: Locale, q?: string): Promise<(string | null)[]> {
  overwriteGetLocale(() => language)
  await renderInRouter(<ApplicationsTab search={q === undefined ? {} : { q }} />)
  return (await screen.findAllByRole('listitem')).map((card) => card.textContent)
}

test('shows the catalog’s texts of a package in English', async () => {
  const cards = await cardsIn('en')
  expect(cards).toHaveLength(licenses.length)
  for (const [index, license] of licenses.entries()) expect(cards[index]).toContain(license.package.description)
})

test.each([
  ['de', '40 gleichzeitige Modellläufe, 50 Millionen modellierte Standorte pro Tag'],
  ['ja', 'モデルの同時実行 40 件、モデル化ロケーション 1 日 5,000 万件'],
] as const)('no card says in English what its package holds where the page is in %s', async (language, large) => {
  const cards = await cardsIn(language)
  expect(cards).toHaveLength(licenses.length)
  for (const [index, license] of licenses.entries()) expect(cards[index]).not.toContain(license.package.description)
  expect(cards.find((card) => card?.includes('Large'))).toContain(large)
})

test('searches the visible text', async () => {
  expect(await cardsIn('de', 'modellläufe millionen')).toHaveLength(2)
})
