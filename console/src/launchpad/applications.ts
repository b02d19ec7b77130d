import type { FlagName } from '@steward/contract/catalog/flags'
import { catalogText } from '@steward/contract/catalog/texts'
import { tiles } from '@steward/contract/catalog/tiles'
import {
  AppWindow,
  Archive,
  BadgeDollarSign,
  Boxes,
  Building2,
  CloudSun,
  DatabaseZap,
  Earth,
  FileSignature,
  FlaskConical,
  Gauge,
  Landmark,
  Layers,
  MapPin,
  PencilRuler,
  ShieldAlert,
  Thermometer,
  Waves,
  type LucideIcon,
} from 'lucide-react'

export interface Application {
  /** Key of the tile; the operator configures its URL. */
  tileName: string
  displayName: string
  purpose: string
  icon: LucideIcon
}

const icons: Readonly<Record<string, LucideIcon | undefined>> = {
  rlax: Gauge,
  exposureiq: Earth,
  'exposureiq-beta': FlaskConical,
  cyber: ShieldAlert,
  'exposureiq-addon': Layers,
  underwriteiq: PencilRuler,
  treatyiq: FileSignature,
  siteiq: MapPin,
  'climate-on-demand': CloudSun,
  'climate-on-demand-pro': Thermometer,
  'location-intelligence': Building2,
  'enterprise-data-vault': Archive,
  'managed-sql': DatabaseZap,
  'risk-data-lake': Waves,
  'risk-investor-iq': BadgeDollarSign,
  cometa: Landmark,
  nasdaq: Boxes,
}

/** The tiles of applications that the user can open and whose flag, if any, is on; in catalog order. */
export function applicationsOf(appNames: readonly string[], isOn: (flagName: FlagName) => boolean): Application[] {
  return tiles
    .filter(({ appName, flagName }) => appNames.includes(appName) && (flagName === undefined || isOn(flagName)))
    .map(({ tileName, displayName, purpose }) => ({
      tileName,
      displayName,
      purpose: catalogText(purpose),
      icon: icons[tileName] ?? AppWindow,
    }))
}
