import { type AppName, apps } from './apps.ts'
import type { FlagName } from './flags.ts'
import type { App } from './types.ts'

/** A tile of the launchpad: an application, or another way into one. */
export interface Tile {
  /** Unique; what the operator gives an address for (`STEWARD_APPLICATION_URLS`). */
  tileName: string
  displayName: string
  /** What it is for, in one line. */
  purpose: string
  /** It shows to whoever may open this application … */
  appName: AppName
  /** … while this flag is on. */
  flagName?: FlagName
}

/** Applications whose own tile waits for a flag. */
const appFlags: Partial<Record<AppName, FlagName>> = { 'risk-data-lake': 'RiskDataLakePage', cometa: 'CometaPage' }

/** Ways into an application beside its own tile. */
const further: readonly Tile[] = [
  {
    tileName: 'exposureiq-beta',
    displayName: 'ExposureIQ beta',
    purpose: 'The next version of ExposureIQ, ahead of its release',
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

/** Every tile, in the order of the catalogue's applications. */
export const tiles: readonly Tile[] = apps.flatMap(({ isExternal, appName, displayName, purpose }: App & { appName: AppName }) => {
  if (!isExternal) return []
  const own: Tile = { tileName: appName, displayName, purpose, appName, flagName: appFlags[appName] }
  return [own, ...further.filter((tile) => tile.appName === appName)]
})

export const isTileName = (name: string): boolean => tiles.some((tile) => tile.tileName === name)
