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
  const feedback = new Command('feedback').description('What people said about the product')
  feedback
    .command('list')
    .description('Newest first')
    .option('--tenant <name>', 'of one tenant')
    .option('--since <date>', 'not older than this, as in 2026-03-14')
    .option('--limit <number>', 'at most so many', '50')
    .option('--json', 'answer as JSON')
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
        const titles = ['Id', 'Sent (UTC)', 'Tenant', 'User', 'Mood', 'Picture', 'Text']
        return { data: found, text: rows.length > 0 ? table(titles, rows) : 'Nobody has sent any feedback.' }
      }),
    )
  feedback
    .command('show')
    .description('One of them, whole')
    .argument('<id>')
    .option('--screenshot <file>', 'write the picture to this file')
    .option('--json', 'answer as JSON')
    .action((id: string, options: { json?: boolean; screenshot?: string }) =>
      runCommand(options, async ({ program }) => {
        const one = await findOne(program.db, id)
        const written = options.screenshot === undefined ? undefined : await writeScreenshot(program.db, one, options.screenshot)
        return { data: { ...one, ...(written ? { screenshotFile: written } : {}) }, text: feedbackText(one, written) }
      }),
    )
  feedback
    .command('export')
    .description('All of it as JSON, one a line, with the pictures beside')
    .argument('<directory>', 'must exist')
    .option('--tenant <name>', 'of one tenant')
    .option('--since <date>', 'not older than this, as in 2026-03-14')
    .option('--json', 'answer as JSON')
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
        return { data: { file, count: found.length }, text: `${found.length} written to ${file}.` }
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
  if (!screenshot) throw new CommandError(`Feedback ${one.feedbackId} came without a picture.`)
  const name = path.extname(file) === '' ? `${file}.${extensions[screenshot.type]}` : file
  await write(name, screenshot.content)
  return name
}

/** Feedback is only readable by the owner of the files. */
async function write(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { mode: 0o600 }).catch((error: unknown) => {
    throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  })
}

function dateOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new CommandError(`“${text}” is not a date.`)
  return date
}

function limitOf(text: string): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) throw new CommandError(`“${text}” is not a number of feedbacks.`)
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
    ['Picture', written ?? (one.hasScreenshot ? 'yes; --screenshot FILE writes it' : 'none')],
  ]
  return `${facts.map(([name, value]) => `${`${name}:`.padEnd(9)} ${value}`).join('\n')}\n\n${one.text}`
}
