import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../api/config.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { applicationsOf } from './applications.ts'
import { ApplicationTile } from './LaunchpadTiles.tsx'

function riskModeler() {
  const [application] = applicationsOf(['rms-owl', 'rlax'], () => false)
  if (!application) throw new Error('the catalogue has no rlax')
  return application
}

describe('applications', () => {
  it('are those of the catalogue that the user may open, without the platform’s own shell', () => {
    expect(applicationsOf(['rms-owl', 'treatyiq', 'rlax', 'unheard-of'], () => false).map((app) => app.displayName)).toEqual([
      'Risk Modeler',
      'TreatyIQ',
    ])
    expect(applicationsOf(['rms-owl'], () => true)).toEqual([])
  })

  it('wait for their flag where they have one', () => {
    const named = (...on: string[]) =>
      applicationsOf(['rlax', 'exposureiq', 'cometa', 'risk-data-lake'], (name) => on.includes(name)).map((tile) => tile.displayName)
    expect(named()).toEqual(['Risk Modeler', 'ExposureIQ'])
    expect(named('CyberLaunchpadTile', 'CometaPage')).toEqual(['Risk Modeler', 'Cyber', 'ExposureIQ', 'Cometa'])
    expect(named('ExposureIQBeta', 'RiskDataLakePage')).toEqual(['Risk Modeler', 'ExposureIQ', 'ExposureIQ beta', 'Risk Data Lake'])
    // A flag opens nothing by itself.
    expect(applicationsOf([], () => true)).toEqual([])
  })

  it('open at the configured address', async () => {
    await renderInRouter(<ApplicationTile application={riskModeler()} address="https://rm.example/" state="success" />)
    expect(screen.getByRole('link', { name: 'Open Risk Modeler' }).getAttribute('href')).toBe('https://rm.example/')
  })

  it('say so where none is configured, instead of a dead link', async () => {
    await renderInRouter(<ApplicationTile application={riskModeler()} address={undefined} state="success" />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('Not set up yet')).toBeTruthy()
  })
})

describe('parseConfig', () => {
  it('takes web addresses only', () => {
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
