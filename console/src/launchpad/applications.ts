import { apps, type AppName } from '@steward/contract/catalogue/apps'
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
  Gauge,
  Landmark,
  Layers,
  MapPin,
  PencilRuler,
  Thermometer,
  Waves,
  type LucideIcon,
} from 'lucide-react'

export interface Application {
  appName: AppName
  displayName: string
  purpose: string
  icon: LucideIcon
}

const icons: Partial<Record<AppName, LucideIcon>> = {
  rlax: Gauge,
  exposureiq: Earth,
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

/** The applications outside the console that a user may open, in the catalogue's order. */
export function applicationsOf(appNames: readonly string[]): Application[] {
  return apps
    .filter((app) => app.isExternal && appNames.includes(app.appName))
    .map(({ appName, displayName, purpose }) => ({ appName, displayName, purpose, icon: icons[appName] ?? AppWindow }))
}
