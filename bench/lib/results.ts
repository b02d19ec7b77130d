import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** One measured figure; `met` is undefined where no goal was set. */
export interface Figure {
  what: string
  measured: string
  goal?: string
  met?: boolean
}

export interface Section {
  title: string
  /** How it was measured, in a sentence. */
  how: string
  figures: Figure[]
}

const file = fileURLToPath(new URL('../RESULTS.md', import.meta.url))
const marker = (name: string) => `<!-- ${name} -->`

/** Writes a benchmark's section into RESULTS.md and leaves the others as they are. */
export function writeSection(name: string, section: Section): void {
  const sections = readSections()
  sections.set(name, render(section))
  const body = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, text]) => `${marker(key)}\n\n${text}`)
  const head =
    '# Results\n\nWritten by `npm run bench`, or `npm run bench -- NAME` for one part. Machines differ and are noisy: compare ratios within a run, not times across runs.\n'
  writeFileSync(file, `${[head, ...body].join('\n')}`)
}

function readSections(): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const parts = text.split(/<!-- ([\w-]+) -->\n\n/).slice(1)
  const sections = new Map<string, string>()
  for (let index = 0; index + 1 < parts.length; index += 2) sections.set(parts[index] ?? '', `${(parts[index + 1] ?? '').trimEnd()}\n`)
  return sections
}

function render({ title, how, figures }: Section): string {
  const machine = `${availableParallelism()} cores, ${(totalmem() / 1_073_741_824).toFixed(0)} GiB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`
  const rows = figures.map(
    ({ what, measured, goal, met }) => `| ${what} | ${measured} | ${goal ?? ''} | ${met === undefined ? '' : met ? 'yes' : '**no**'} |`,
  )
  return [
    `## ${title}`,
    '',
    `${how} (${machine})`,
    '',
    '| What | Measured | Goal | Met |',
    '| --- | ---: | ---: | --- |',
    ...rows,
    '',
  ].join('\n')
}
