import { parseArgs } from 'node:util'
import { writeSection, type Section } from './lib/results.ts'

/** Options of some parts. */
interface Options {
  users?: number
  earlier?: string
}

/**
 * `npm run bench [-- NAME … --users 5000 --earlier FOLDER]`: runs all parts, or the named ones, and rewrites their sections of RESULTS.md.
 * `--users` is the size of the initial load of `scim`; `--earlier` has another commit, with which `users-cost` compares.
 */
const parts: Record<string, () => Promise<{ measure: (options: Options) => Promise<Section> }>> = {
  'sign-in': () => import('./sign-in.ts'),
  'sign-in-timing': () => import('./sign-in-timing.ts'),
  'users-list': () => import('./users-list.ts'),
  'users-throughput': () => import('./users-throughput.ts'),
  'users-cost': () => import('./users-cost.ts'),
  'first-load': () => import('./first-load.ts'),
  'route-change': () => import('./route-change.ts'),
  'export-users': () => import('./export-users.ts'),
  home: () => import('./home.ts'),
  start: () => import('./start.ts'),
  memory: () => import('./memory.ts'),
  websocket: () => import('./websocket.ts'),
  'other-process': () => import('./other-process.ts'),
  'api-keys': () => import('./api-keys.ts'),
  'usage-metrics': () => import('./usage-metrics.ts'),
  'resource-groups': () => import('./resource-groups.ts'),
  'allocation-drag': () => import('./allocation-drag.ts'),
  models: () => import('./models.ts'),
  scim: () => import('./scim.ts'),
  'reference-data': () => import('./reference-data.ts'),
  'reference-lists': () => import('./reference-lists.ts'),
  jobs: () => import('./jobs.ts'),
  'jobs-list': () => import('./jobs-list.ts'),
  'jobs-live': () => import('./jobs-live.ts'),
  'audit-log': () => import('./audit-log.ts'),
  'system-log': () => import('./system-log.ts'),
  archive: () => import('./archive.ts'),
  access: () => import('./access.ts'),
  change: () => import('./change.ts'),
  bulk: () => import('./bulk.ts'),
  overload: () => import('./overload.ts'),
  'scale-out': () => import('./scale-out.ts'),
}

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { users: { type: 'string' }, earlier: { type: 'string' } },
})
const { users, earlier } = values
const options: Options = {
  ...(users === undefined ? {} : { users: Math.max(100, Number.parseInt(users, 10) || 0) }),
  ...(earlier === undefined ? {} : { earlier }),
}
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}\n`)
  process.exit(2)
}

for (const [name, load] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`${name} …\n`)
  const { measure } = await load()
  const section = await measure(options)
  writeSection(name, section)
  for (const figure of section.figures) {
    process.stdout.write(`  ${figure.what}: ${figure.measured}${figure.goal ? ` (goal ${figure.goal})` : ''}\n`)
  }
}
