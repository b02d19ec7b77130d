import { expect, type Page } from '@playwright/test'

/** Prints the page as PDF and counts its sheets, on both sizes of paper in use. */
export async function expectOneSheet(page: Page): Promise<void> {
  // Comes with the style of paper, after the first paint.
  await expect(page.locator('[data-print-line]')).toBeAttached()
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format })
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    expect(sheets, `sheets of ${format}`).toHaveLength(1)
  }
  // The same style on the screen: only what is on paper.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').and(page.locator(':visible'))).toHaveCount(0)
  await expect(page.locator('[data-print-line]')).toHaveText(/ · Steward.+ · /)
  await page.emulateMedia({ media: null })
}
