import { readFileSync } from 'node:fs'

const folder = new URL('../../../../docs/api/', import.meta.url)

/** The guides before the reference, in their order. */
export const guideNames = [
  'start',
  'authentication',
  'lists',
  'errors',
  'changes',
  'dry-runs',
  'limits',
  'live',
  'log-streams',
  'scim',
] as const

/** All guides as one Markdown text; each begins with a heading of the first level, which the reader lists. */
export const readGuides = (): string => guideNames.map((name) => readFileSync(new URL(`${name}.md`, folder), 'utf8').trim()).join('\n\n')
