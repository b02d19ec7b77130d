// The areas of the message catalog: the folders of contract/messages, each with the prefixes of its keys.

/** @type {Record<string, string[]>} */
export const keyPrefixes = {
  access: ['access'],
  'api-keys': ['keys'],
  'api-usage': ['usage'],
  'audit-log': ['audit'],
  changes: ['changes'],
  errors: ['error', 'field'],
  esg: ['esg'],
  exports: ['download', 'files'],
  federation: ['sso'],
  groups: ['groups'],
  help: ['feedback', 'help', 'whatsnew'],
  history: ['history'],
  home: ['home'],
  jobs: ['job', 'jobs', 'lanes'],
  launchpad: ['launchpad'],
  licenses: ['licenses'],
  'log-archive': ['archive'],
  'log-streams': ['streams'],
  mail: ['mail'],
  notifications: ['messages', 'notification', 'notifications', 'push'],
  'open-models': ['open'],
  palette: ['palette', 'shortcuts'],
  provisioning: ['scim'],
  quotas: ['quota', 'quotas'],
  'reference-data': ['currencies', 'rates', 'schemes', 'tags', 'vintages'],
  'resource-groups': ['resource', 'what'],
  roles: ['roles'],
  'saved-views': ['views'],
  session: ['change', 'factor', 'forgot', 'link', 'login', 'new', 'passkey', 'password', 'reset', 'session', 'sessions', 'set', 'settings'],
  shell: ['app', 'menu', 'page', 'retry', 'shell'],
  'system-log': ['events'],
  tenants: ['tenant'],
  ui: ['device', 'range', 'record', 'ui'],
  'system-usage': ['storage', 'metrics'],
  users: ['users'],
}

const areaOfPrefix = new Map(Object.entries(keyPrefixes).flatMap(([area, prefixes]) => prefixes.map((prefix) => [prefix, area])))

/** The area of a key by its prefix: `roles_create` belongs to roles. @param {string} key */
export function areaOfKey(key) {
  const area = areaOfPrefix.get(key.split('_')[0] ?? '')
  if (area === undefined) throw new Error(`No area has keys such as ${key}. Add its prefix to scripts/lib/message-areas.mjs.`)
  return area
}
