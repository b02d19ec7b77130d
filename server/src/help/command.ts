import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Command } from 'commander'
import { CommandError, runCommand, table } from '../cli/run.ts'
import type { Db } from '../db/pool.ts'
import { extensions } from './feedback/picture.ts'
import { type Feedback, findScreenshot, listFeedback } from './feedback/queries.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

interface ListOptions {
  json?: boolean
  tenant?: string
  since?: string
  limit: string
}

/** `steward feedback`: feedback about the product. */
export function feedbackCommand(): Command {
  const feedback = new Command('feedback').description('Read the feedback about the product')
  feedback
    .command('list')
    .description('List feedback, newest first')
    .option('--tenant <name>', 'only of this tenant')
    .option('--since <date>', 'only since this date, such as 2026-03-14')
    .option('--limit <number>', 'maximum number', '50')
    .option('--json', 'print JSON')
    .action((options: ListOptions) =>
      runCommand(options, async ({ program }) => {
        const found = await listFeedback(program.db, {
          tenantName: options.tenant,
          since: dateOf(options.since),
          limit: limitOf(options.limit),
        })
        const rows = found.map((one) => [
          one.feedbackId,
          one.createdTime.slice(0, 16).replace('T', ' '),
          one.tenantName,
          one.username,
          one.mood.replace('_', ' '),
          one.hasScreenshot ? 'yes' : '',
          beginning(one.text),
        ])
        const titles = ['Id', 'Sent (UTC)', 'Tenant', 'User', 'Mood', 'Screenshot', 'Text']
        return { data: found, text: rows.length > 0 ? table(titles, rows) : 'There is no feedback yet.' }
      }),
    )
  feedback
    .command('show')
    .description('Show one item in full')
    .argument('<id>')
    .option('--screenshot <file>', 'write the screenshot to this file')
    .option('--json', 'print JSON')
    .action((id: string, options: { json?: boolean; screenshot?: string }) =>
      runCommand(options, async ({ program }) => {
        const one = await findOne(program.db, id)
        const written = options.screenshot === undefined ? undefined : await writeScreenshot(program.db, one, options.screenshot)
        return { data: { ...one, ...(written ? { screenshotFile: written } : {}) }, text: feedbackText(one, written) }
      }),
    )
  feedback
    .command('export')
    .description('Export all feedback as JSON Lines, with the screenshots')
    .argument('<directory>', 'an existing directory')
    .option('--tenant <name>', 'only of this tenant')
    .option('--since <date>', 'only since this date, such as 2026-03-14')
    .option('--json', 'print JSON')
    .action((directory: string, options: { json?: boolean; tenant?: string; since?: string }) =>
      runCommand(options, async ({ program }) => {
        const found = await listFeedback(program.db, { tenantName: options.tenant, since: dateOf(options.since) })
        const lines: string[] = []
        for (const one of found) {
          const screenshotFile = one.hasScreenshot
            ? path.basename(await writeScreenshot(program.db, one, path.join(directory, one.feedbackId)))
            : null
          lines.push(`${JSON.stringify({ ...one, screenshotFile })}\n`)
        }
        const file = path.join(directory, 'feedback.ndjson')
        await write(file, lines.join(''))
        return { data: { file, count: found.length }, text: `Exported ${found.length} to ${file}.` }
      }),
    )
  return feedback
}

async function findOne(db: Db, id: string): Promise<Feedback> {
  const [one] = uuid.test(id) ? await listFeedback(db, { feedbackId: id }) : []
  if (!one) throw new CommandError(`There is no feedback ${id}.`)
  return one
}

/** Writes the picture; a file name without an extension gets the picture's. Returns the name. */
async function writeScreenshot(db: Db, one: Feedback, file: string): Promise<string> {
  const screenshot = await findScreenshot(db, one)
  if (!screenshot) throw new CommandError(`Feedback ${one.feedbackId} has no screenshot.`)
  const name = path.extname(file) === '' ? `${file}.${extensions[screenshot.type]}` : file
  await write(name, screenshot.content)
  return name
}

/** Feedback is only readable by the owner of the files. */
async function write(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { mode: 0o600 }).catch((error: unknown) => {
    throw new CommandError(`Can’t write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  })
}

function dateOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new CommandError(`“${text}” isn’t a date.`)
  return date
}

function limitOf(text: string): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw new CommandError(`“${text}” isn’t a valid limit. Use a whole number from 1.`)
  return limit
}

function beginning(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

function feedbackText(one: Feedback, written: string | undefined): string {
  const facts = [
    ['Id', one.feedbackId],
    ['Sent', one.createdTime],
    ['Tenant', `${one.tenantName} (${one.company})`],
    ['User', one.username],
    ['Mood', one.mood.replace('_', ' ')],
    ['Page', one.page],
    ['Version', one.version],
    ['Browser', one.userAgent],
    ['Screenshot', written ?? (one.hasScreenshot ? 'yes; write it to a file with --screenshot FILE' : 'none')],
  ]
  return `${facts.map(([name, value]) => `${`${name}:`.padEnd(9)} ${value}`).join('\n')}\n\n${one.text}`
}
