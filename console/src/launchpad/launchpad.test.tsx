import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../api/config.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { applicationsOf } from './applications.ts'
import { Applications, withAddress } from './Applications.tsx'
import { ApplicationTile } from './LaunchpadTiles.tsx'

function riskModeler() {
  const [application] = applicationsOf(['rms-owl', 'rlax'], () => false)
  if (!application) throw new Error('the catalog has no rlax')
  return application
}

describe('applications', () => {
  it('lists the applications of the catalog that the user can open, except the platform’s shell', () => {
    expect(applicationsOf(['rms-owl', 'treatyiq', 'rlax', 'unheard-of'], () => false).map((app) => app.displayName)).toEqual([
      'Risk Modeler',
      'TreatyIQ',
    ])
    expect(applicationsOf(['rms-owl'], () => true)).toEqual([])
  })

  it('hides applications whose flag is off', () => {
    const named = (...on: string[]) =>
      applicationsOf(['rlax', 'exposureiq', 'cometa', 'risk-data-lake'], (name) => on.includes(name)).map((tile) => tile.displayName)
    expect(named()).toEqual(['Risk Modeler', 'ExposureIQ'])
    expect(named('CyberLaunchpadTile', 'CometaPage')).toEqual(['Risk Modeler', 'Cyber', 'ExposureIQ', 'Cometa'])
    expect(named('ExposureIQBeta', 'RiskDataLakePage')).toEqual(['Risk Modeler', 'ExposureIQ', 'ExposureIQ beta', 'Risk Data Lake'])
    // A flag alone gives no access.
    expect(applicationsOf([], () => true)).toEqual([])
  })

  it('links to the configured URL', async () => {
    await renderInRouter(<ApplicationTile application={riskModeler()} address="https://rm.example/" />)
    expect(screen.getByRole('link', { name: /^Risk Modeler/ }).getAttribute('href')).toBe('https://rm.example/')
  })

  it('shows no dead link when the addresses could not be loaded', async () => {
    await renderInRouter(<ApplicationTile application={riskModeler()} address={undefined} />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('Its address could not be loaded.')).toBeTruthy()
  })

  it('are hidden without an address, which only administrators are told', async () => {
    const config = parseConfig({ applications: { treatyiq: 'https://tiq.example/' } })
    const applications = withAddress(
      applicationsOf(['rlax', 'treatyiq'], () => false),
      { data: config, status: 'success' },
    )
    expect(applications.missing).toBe(1)
    await renderInRouter(<Applications {...applications} showsMissing />)
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByText(/^One application has no address/)).toBeTruthy()
    cleanup()
    await renderInRouter(<Applications {...applications} showsMissing={false} />)
    expect(screen.queryByText(/address/)).toBeNull()
  })

  it('stay while no one knows their addresses', () => {
    const applications = applicationsOf(['rlax', 'treatyiq'], () => false)
    expect(withAddress(applications, { status: 'error' })).toMatchObject({ missing: 0, shown: [{}, {}] })
  })
})

describe('parseConfig', () => {
  it('accepts web URLs only', () => {
    const applications = { rlax: 'https://rm.example', treatyiq: 'javascript:alert(1)', siteiq: 4 }
    const links = { 'data-bridge': 'https://bridge.example/', 'developer-portal': 'data:text/html,' }
    expect(parseConfig({ environment: 'test', applications, links })).toMatchObject({
      environment: 'test',
      applications: { rlax: 'https://rm.example' },
      links: { 'data-bridge': 'https://bridge.example/' },
      hasGuidance: false,
    })
    expect(parseConfig(null)).toMatchObject({ environment: 'production', applications: {}, links: {}, hasGuidance: false })
  })
})
