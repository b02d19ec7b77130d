import { type AppName, apps } from './apps.ts'
import type { FlagName } from './flags.ts'
import type { App } from './types.ts'

/** A tile of the launchpad: an application, or another entry point to one. */
export interface Tile {
  /** Unique; the operator sets its address by this name (`STEWARD_APPLICATION_URLS`). */
  tileName: string
  displayName: string
  /** Its purpose in one line. */
  purpose: string
  /** Shown to users who can open this application … */
  appName: AppName
  /** … while this flag is on. */
  flagName?: FlagName
}

/** Applications whose own tile depends on a flag. */
const appFlags: Partial<Record<AppName, FlagName>> = { 'risk-data-lake': 'RiskDataLakePage', cometa: 'CometaPage' }

/** Further entry points to an application besides its own tile. */
const further: readonly Tile[] = [
  {
    tileName: 'exposureiq-beta',
    displayName: 'ExposureIQ beta',
    purpose: 'The next version of ExposureIQ before its release',
    appName: 'exposureiq',
    flagName: 'ExposureIQBeta',
  },
  {
    tileName: 'cyber',
    displayName: 'Cyber',
    purpose: 'Model the loss of cyber portfolios in Risk Modeler',
    appName: 'rlax',
    flagName: 'CyberLaunchpadTile',
  },
]

/** Every tile, in the order of the catalog's applications. */
export const tiles: readonly Tile[] = apps.flatMap(({ isExternal, appName, displayName, purpose }: App & { appName: AppName }) => {
  if (!isExternal) return []
  const own: Tile = { tileName: appName, displayName, purpose, appName, flagName: appFlags[appName] }
  return [own, ...further.filter((tile) => tile.appName === appName)]
})

export const isTileName = (name: string): boolean => tiles.some((tile) => tile.tileName === name)
