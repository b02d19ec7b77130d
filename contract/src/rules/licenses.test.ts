import { describe, expect, it } from 'vitest'
import { skus } from '../catalog/packages.ts'
import { asOf } from './permission-inputs.fixtures.ts'
import { daysLeft, expiryUrgency, fullLicenseInfo, hasApplicationLicense, isLicensed, modelSearchText } from './licenses.ts'

const inDays = (days: number) => ({ endDate: new Date(Date.parse(asOf) + days * 86_400_000).toISOString() })

describe('licenses', () => {
  it('are active until their end', () => {
    expect(isLicensed({ endDate: asOf }, asOf)).toBe(false)
    expect(isLicensed(inDays(1 / 86_400), asOf)).toBe(true)
  })

  it('for an application count only as application licenses', () => {
    const licenses = [{ kind: 'data' as const, productCode: 'RI-COMETA', ...inDays(9) }]
    expect(hasApplicationLicense(licenses, ['RI-COMETA'], asOf)).toBe(false)
    expect(
      hasApplicationLicense([{ ...licenses[0], kind: 'application', productCode: 'RI-COMETA', ...inDays(9) }], ['RI-COMETA'], asOf),
    ).toBe(true)
  })

  it.each([
    [-3, 0, 'lapsed'],
    [0.5, 1, 'week'],
    [7, 7, 'week'],
    [30, 30, 'month'],
    [60, 60, 'soon'],
    [61, 61, 'none'],
  ] as const)('that end in %d days have %d left: %s', (days, left, urgency) => {
    expect(daysLeft(inDays(days), asOf)).toBe(left)
    expect(expiryUrgency(inDays(days), asOf)).toBe(urgency)
  })

  it('for models are searched by four fields', () => {
    const entitlement = { continent: 'Europe', productName: 'Windstorm HD', peril: 'Wind', productCode: 'EU-WS' }
    expect(modelSearchText(entitlement)).toBe('europe windstorm hd wind eu-ws')
  })

  it('find their package case-insensitively, and are empty without a license or sku', () => {
    const license = { id: '1', productCode: 'RI-RISKMODELER', packageName: 'LARGE', endDate: asOf }
    expect(fullLicenseInfo('1', [license], skus)).toMatchObject({
      license: license,
      productName: 'Risk Modeler',
      package: { packageName: 'Large' },
      hasCompletePackageInfo: true,
    })
    const unknown = { ...license, packageName: 'Gone' }
    expect(fullLicenseInfo('1', [unknown], skus)).toMatchObject({ license: unknown, hasCompletePackageInfo: false })
    const empty = { license: null, package: { packageName: '', description: '' }, hasCompletePackageInfo: false }
    expect(fullLicenseInfo('2', [license], skus)).toMatchObject(empty)
    expect(fullLicenseInfo('1', [license], [])).toMatchObject(empty)
    expect(fullLicenseInfo('1', [], skus)).toMatchObject(empty)
  })
})
