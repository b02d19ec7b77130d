import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../api/config.ts'
import { renderInRouter } from '../testing/renderInRouter.tsx'
import { applicationsOf } from './applications.ts'
import { ApplicationTile } from './LaunchpadTiles.tsx'

function riskModeler() {
  const [application] = applicationsOf(['rms-owl', 'rlax'])
  if (!application) throw new Error('the catalogue has no rlax')
  return application
}

describe('applications', () => {
  it('are those of the catalogue that the user may open, without the platform’s own shell', () => {
    expect(applicationsOf(['rms-owl', 'treatyiq', 'rlax', 'unheard-of']).map((app) => app.displayName)).toEqual([
      'Risk Modeler',
      'TreatyIQ',
    ])
    expect(applicationsOf(['rms-owl'])).toEqual([])
  })

  it('open at the configured address', async () => {
    await renderInRouter(<ApplicationTile application={riskModeler()} address="https://rm.example/" state="success" />)
    expect(screen.getByRole('link', { name: 'Open Risk Modeler' }).getAttribute('href')).toBe('https://rm.example/')
  })

  it('say so where none is configured, instead of a dead link', async () => {
    await renderInRouter(<ApplicationTile application={riskModeler()} address={undefined} state="success" />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('No address has been set up for it here.')).toBeTruthy()
  })
})

describe('parseConfig', () => {
  it('takes web addresses only', () => {
    const applications = { rlax: 'https://rm.example', treatyiq: 'javascript:alert(1)', siteiq: 4 }
    const links = { 'data-bridge': 'https://bridge.example/', 'developer-portal': 'data:text/html,' }
    expect(parseConfig({ environment: 'test', applications, links })).toEqual({
      environment: 'test',
      applications: { rlax: 'https://rm.example' },
      links: { 'data-bridge': 'https://bridge.example/' },
    })
    expect(parseConfig(null)).toEqual({ environment: 'production', applications: {}, links: {} })
  })
})
