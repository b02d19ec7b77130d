import { Command, InvalidArgumentError } from 'commander'
import type { Change } from '@steward/contract/changes/schemas'
import { ProblemException } from '@steward/contract/errors'
import type { HistoryPart } from '@steward/contract/history/schemas'
import { CommandError, runCommand, table } from '../cli/run.ts'
import { tenantIdOf } from '../cli/tenant.ts'
import { withApp } from '../cli/with-app.ts'
import { Operation, runOperation } from '../db/operation.ts'
import { type TenantContext, operator } from '../db/tenant.ts'
import { errorText } from '../http/problems.ts'
import type { ChangesService } from './service.ts'

interface Options {
  json?: boolean
}

/** `steward change`: what was changed in a tenant, and taking it back as the operator. */
export function changeCommand(): Command {
  const change = new Command('change').description('List, show and undo the changes of a tenant')
  change
    .command('list')
    .description('List the changes of a tenant, newest first')
    .argument('<tenant>', 'name of the tenant')
    .option('--limit <n>', 'how many, at most 100', limit, 20)
    .option('--before <change>', 'only changes older than this one')
    .option('--json', 'print JSON')
    .action((tenantName: string, { limit: count, before, ...options }: Options & { limit: number; before?: string }) =>
      run(options, tenantName, async (changes, ctx) => {
        const { items } = await changes.list(ctx, { limit: count, before: before === undefined ? undefined : changeIdOf(before) })
        return { data: items, text: items.length === 0 ? 'There are no changes.' : tableOf(items) }
      }),
    )
  change
    .command('show')
    .description('Show what a change wrote, with the values before and after')
    .argument('<tenant>', 'name of the tenant')
    .argument('<change>', 'ID of the change')
    .option('--json', 'print JSON')
    .action((tenantName: string, changeId: string, options: Options) =>
      run(options, tenantName, async (changes, ctx) => {
        const data = await changes.get(ctx, changeIdOf(changeId))
        const rest = data.partCount - data.parts.length
        const lines = [tableOf([data.change]), ...data.parts.flatMap(linesOf), ...(rest > 0 ? [`and ${rest} more`] : [])]
        return { data, text: lines.join('\n') }
      }),
    )
  change
    .command('undo')
    .description('Undo a change, all of it or nothing, as a change of its own')
    .argument('<tenant>', 'name of the tenant')
    .argument('<change>', 'ID of the change')
    .option('--json', 'print JSON')
    .action((tenantName: string, changeId: string, options: Options) =>
      run(options, tenantName, async (changes, ctx) => {
        const undone = await runOperation(new Operation('undoChange'), () => changes.undoAsOperator(ctx, changeIdOf(changeId)))
        const lost = undone.lasting.length === 0 ? '' : ` Not restored: ${undone.lasting.join(', ')}.`
        const keys = undone.keys.map(({ apiKeyName, apiKey }) => `\nThe new secret of the API key ${apiKeyName}: ${apiKey}`).join('')
        const webhooks = undone.logStreams.map(
          ({ logStreamName, secret }) => `\nThe new secret of the log stream ${logStreamName}: ${secret}`,
        )
        return { data: undone, text: `Change ${undone.undoOf} was undone by change ${undone.changeId}.${lost}${keys}${webhooks.join('')}` }
      }),
    )
  return change
}

function limit(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1 || value > 100) throw new InvalidArgumentError('A whole number from 1 to 100.')
  return value
}

const changeIdForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function changeIdOf(text: string): string {
  if (!changeIdForm.test(text)) throw new CommandError(`${text} isn’t the ID of a change.`)
  return text
}

const run = (
  options: Options,
  tenantName: string,
  work: (changes: ChangesService, ctx: TenantContext) => Promise<{ data: unknown; text: string }>,
): Promise<void> =>
  runCommand(options, async (context) => {
    const ctx = { tenantId: await tenantIdOf(context.program.db, tenantName), requestId: '', actor: operator }
    return withApp(context, async ({ changes }) => {
      try {
        return await work(changes, ctx)
      } catch (error) {
        throw error instanceof ProblemException ? new CommandError(refusalOf(error)) : error
      }
    })
  })

/** What a refusal says, with each field that was changed since. */
function refusalOf({ code, parameters, fields }: ProblemException): string {
  if (code === 'not_found' || code === 'invalid_request') return 'There is no such change, or it is no longer kept.'
  const conflicts = fields.map(({ parameters: { category, entityName, fieldName, after, now } = {} }) =>
    [`  ${category} ${entityName}`, fieldName, `left as “${after}”, now “${now}”`].filter(Boolean).join(' · '),
  )
  return [errorText(code, parameters), ...(code === 'change_conflict' ? conflicts : [])].join('\n')
}

const tableOf = (changes: readonly Change[]): string =>
  table(
    ['CHANGE', 'TIME', 'OPERATION', 'BY', 'ROWS', 'UNDO'],
    changes.map((one) => [one.changeId, one.occurredAt, one.operation, one.actorName, String(one.rowCount), stateOf(one)]),
  )

function stateOf({ undoneBy, undoOf, isUndoable }: Change): string {
  if (undoneBy !== null) return `undone by ${undoneBy}`
  return [undoOf === null ? '' : `undid ${undoOf}`, isUndoable ? 'possible' : ''].filter(Boolean).join(', ') || 'not possible'
}

const verbs = { Create: 'created', Update: 'changed', Delete: 'deleted' }

function linesOf({ category, entityName, type, fields }: HistoryPart): string[] {
  const values = fields.flatMap(({ fieldName, values: shown }) =>
    shown.map(({ previousValue, currentValue }) => `  ${fieldName}: ${previousValue ?? '–'} → ${currentValue ?? '–'}`),
  )
  return [`${category} ${entityName} ${verbs[type]}`, ...values]
}
