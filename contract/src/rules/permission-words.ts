import { apps } from '../catalog/apps.ts'
import { openedApps } from './app-access.ts'

const appNames = new Map<string, string>(Object.entries(openedApps))

/** How names in permissions are written, by how they appear in them. */
const spellings: Readonly<Record<string, string>> = {
  api: 'API',
  scim: 'SCIM',
  'single sign on': 'single sign-on',
  'third party': 'third-party',
  'irp navigator': 'IRP Navigator',
  'data bridge': 'Data Bridge',
  'risk modeler': 'Risk Modeler',
  'location intelligence': 'Location Intelligence',
  'exposure iq': 'ExposureIQ',
  'climate on demand': 'Climate On Demand',
  'enterprise data vault': 'Enterprise Data Vault',
  'open model engine': 'Open Model Engine',
  nasdaq: 'Nasdaq',
}
const spelled = new RegExp(`\\b(?:${Object.keys(spellings).join('|')})\\b`, 'gi')

/**
 * A permission's name in English words, for the catalog: `Navigation.UserManagement` → "User management", `Admin.ViewApiKeys` →
 * "View API keys". One that opens an application is called as the application: `AppAccess.rlax` → "Risk Modeler".
 */
export function permissionWords(name: string): string {
  const app = apps.find(({ appName }) => appName === appNames.get(name))
  if (app) return app.displayName
  const words = name
    .replace(/^\w+\./, '')
    .replace(/WithFeatureFlags$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
  const text = words.map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase())).join(' ')
  const written = text.replace(spelled, (found) => spellings[found.toLowerCase()] ?? found)
  return written.charAt(0).toUpperCase() + written.slice(1)
}
