import { m } from '@steward/contract/paraglide/messages'
import type { ConsoleConfig } from '../api/config.ts'
import type { Application } from './applications.ts'
import { ApplicationTile } from './LaunchpadTiles.tsx'
import css from './LaunchpadPage.module.css'

interface Configured {
  data?: ConsoleConfig | undefined
  status: 'pending' | 'error' | 'success'
}

export interface ShownApplications {
  /** Without an address only where the addresses could not be loaded. */
  shown: { application: Application; address: string | undefined }[]
  /** How many have no address. */
  missing: number
}

/** The applications that lead somewhere, and how many don't. */
export function withAddress(applications: readonly Application[], { data, status }: Configured): ShownApplications {
  const addressed = applications.map((application) => ({ application, address: data?.applications[application.tileName] }))
  const shown = status === 'success' ? addressed.filter(({ address }) => address !== undefined) : addressed
  return { shown, missing: addressed.length - shown.length }
}

/** One compact row of tiles. A tile without an address is not shown; people who administer the tenant read how many there are. */
export function Applications({ shown, missing, showsMissing }: ShownApplications & { showsMissing: boolean }) {
  const tellsMissing = showsMissing && missing > 0
  if (shown.length === 0 && !tellsMissing) return null
  return (
    <section aria-labelledby="launchpad-applications">
      <h2 id="launchpad-applications" className="visually-hidden">
        {m.launchpad_applications()}
      </h2>
      {shown.length === 0 ? null : (
        <ul className={css.applications}>
          {shown.map(({ application, address }) => (
            <li key={application.tileName}>
              <ApplicationTile application={application} address={address} />
            </li>
          ))}
        </ul>
      )}
      {tellsMissing ? (
        <p className={css.missing}>
          {m.home_addresses_missing({ count: missing })} {m.home_addresses_help()}
        </p>
      ) : null}
    </section>
  )
}
