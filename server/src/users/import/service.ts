import { sql } from 'kysely'
import { type FieldFault, problem } from '@steward/contract/errors'
import type { FileStream } from '@steward/contract/files'
import type { ImportReport } from '@steward/contract/users/schemas'
import type { TenantTransaction } from '../../db/tenant.ts'
import { byteOrderMark } from '../../db/csv-copy.ts'
import { change } from '../../access/change.ts'
import { csvLine } from '../../exports/csv.ts'
import { Guard } from '../../access/guard.ts'
import type { UserContext } from '../context.ts'
import { applyPlan } from './apply.ts'
import { type ImportLine, parseImport, rejectedColumns } from './parse.ts'
import { type PlannedLine, planImport } from './plan.ts'
import type { Caller } from '../../http/caller.ts'
import { originOf, recordEvent } from '../../system-log/record.ts'

/** Lines that a report shows, and fields that an error names. */
const shownLines = 500
const namedFaults = 100

/** The changes made, and the ids of the new users. */
interface Done {
  plan: PlannedLine[]
  created: string[]
}

/** Rolls back the transaction and carries its result out. */
class Undone extends Error {
  readonly plan: PlannedLine[]
  constructor(plan: PlannedLine[]) {
    super('nothing is imported')
    this.plan = plan
  }
}

/**
 * Creates and changes users from CSV. A dry run does the same work in the same transaction and rolls it back, so its preview is
 * accurate. Otherwise one rejected line rejects the file.
 * @param textOf the text of an error
 * @throws import_empty, import_too_large, file_encoding_invalid, import_refused, last_administrator
 */
export async function importUsers(
  context: UserContext,
  caller: Caller,
  file: FileStream,
  { dryRun }: { dryRun: boolean },
  textOf: (fault: FieldFault) => string,
): Promise<ImportReport> {
  const { lines, encoding } = await parseImport(file)
  try {
    const plan = await change(context, caller, async (tx) => {
      const done = await runImport(context, tx, caller, lines)
      if (dryRun || done.plan.some(isRefused)) throw new Undone(done.plan)
      await tell(context, tx, caller, done)
      return done.plan
    })
    return report(plan, { applied: true, encoding, rejectedFileId: null, textOf })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
    const rejectedFileId = await keepRejected(context, caller, { lines, plan: error.plan, textOf })
    if (dryRun) return report(error.plan, { applied: false, encoding, rejectedFileId, textOf })
    throw refusal(error.plan)
  }
}

async function runImport(context: UserContext, tx: TenantTransaction, caller: Caller, lines: readonly ImportLine[]): Promise<Done> {
  const plan = await planImport(tx, caller, new Guard(tx, caller.actor), lines, await context.emailRefusal(tx))
  const created = await applyPlan(tx, plan)
  // Deferred constraints are checked here, so that a dry run reports them too.
  await sql`set constraints all immediate`.execute(tx)
  return { plan, created }
}

/** Invites the new users, and records the import in the system log. */
async function tell(context: UserContext, tx: TenantTransaction, caller: Caller, { plan, created }: Done): Promise<void> {
  await context.sendActivations(tx, created)
  const changed = plan.filter(({ outcome }) => outcome === 'change').length
  await recordEvent(tx, {
    kind: 'import',
    outcome: 'success',
    ...originOf(caller),
    details: { what: 'users', lines: plan.length, created: created.length, changed },
  })
}

const isRefused = ({ outcome }: PlannedLine): boolean => outcome === 'refuse'

/** The rejection of a file, with the errors of its first lines. */
function refusal(plan: readonly PlannedLine[]) {
  const refused = plan.filter(isRefused)
  const fields = refused.flatMap(({ line, faults }) => faults.map((fault) => ({ ...fault, field: `lines.${line}.${fault.field}` })))
  return problem('import_refused', { refused: refused.length }, { fields: fields.slice(0, namedFaults) })
}

/** Saves the rejected lines as in the file, with their reasons; returns the id of the file. */
async function keepRejected(
  context: UserContext,
  caller: Caller,
  { lines, plan, textOf }: { lines: readonly ImportLine[]; plan: readonly PlannedLine[]; textOf: (fault: FieldFault) => string },
): Promise<string | null> {
  const reasons = new Map(plan.filter(isRefused).map(({ line, faults }) => [line, faults.map(textOf).join(' ')]))
  if (reasons.size === 0) return null
  const rows = lines.flatMap(({ line, email, text }) => {
    const reason = reasons.get(line)
    return reason === undefined ? [] : csvLine([email, text.givenName, text.familyName, text.groups, line, reason])
  })
  const content = Buffer.concat([byteOrderMark, Buffer.from(csvLine(rejectedColumns) + rows.join(''))])
  return (await context.keepRejectedUsers(caller, content, rows.length)) ?? null
}

function report(
  plan: readonly PlannedLine[],
  { textOf, ...facts }: Pick<ImportReport, 'applied' | 'encoding' | 'rejectedFileId'> & { textOf: (fault: FieldFault) => string },
): ImportReport {
  const count = (outcome: PlannedLine['outcome']) => plan.filter((line) => line.outcome === outcome).length
  const refusedFirst = plan.toSorted((a, b) => Number(b.outcome === 'refuse') - Number(a.outcome === 'refuse') || a.line - b.line)
  return {
    ...facts,
    created: count('create'),
    changed: count('change'),
    unchanged: count('unchanged'),
    refused: count('refuse'),
    rows: refusedFirst.slice(0, shownLines).map(({ line, outcome, email, changes, faults }) => ({
      line,
      outcome,
      email,
      changes: outcome === 'change' ? changes : [],
      errors: faults.map((fault) => ({ field: fault.field, code: fault.code, message: textOf(fault) })),
    })),
  }
}
