import { sql } from 'kysely'
import { type FieldFault, problem } from '@steward/contract/errors'
import type { ImportReport } from '@steward/contract/users'
import type { TenantTransaction } from '../../db/tenant.ts'
import { change } from '../change.ts'
import { Guard } from '../guard.ts'
import { type Caller, type Identity, originOf } from '../ports.ts'
import { applyPlan } from './apply.ts'
import { type ImportLine, parseImport } from './parse.ts'
import { type PlannedLine, planImport } from './plan.ts'

/** Lines a report shows, and fields a refusal names. */
const shownLines = 500
const namedFaults = 100

/** Ends the transaction of a dry run without a trace, with what it found. */
class DryRun extends Error {
  readonly plan: PlannedLine[]
  constructor(plan: PlannedLine[]) {
    super('dry run')
    this.plan = plan
  }
}

/**
 * Creates and changes users from CSV. A dry run does the same work in the same transaction, and takes it back: what it tells is
 * what would happen. Otherwise one refused line refuses the file.
 * @param words the text of a fault
 * @throws import_empty, import_too_large, import_refused, last_administrator
 */
export async function importUsers(
  identity: Identity,
  caller: Caller,
  csv: string,
  { dryRun }: { dryRun: boolean },
  words: (fault: FieldFault) => string,
): Promise<ImportReport> {
  const lines = parseImport(csv)
  try {
    const plan = await change(identity, caller, async (tx) => {
      const done = await runImport(identity, tx, caller, lines, dryRun)
      if (dryRun) throw new DryRun(done)
      return done
    })
    return report(plan, { applied: true, words })
  } catch (error) {
    if (error instanceof DryRun) return report(error.plan, { applied: false, words })
    throw error
  }
}

async function runImport(
  identity: Identity,
  tx: TenantTransaction,
  caller: Caller,
  lines: readonly ImportLine[],
  dryRun: boolean,
): Promise<PlannedLine[]> {
  const plan = await planImport(tx, caller, new Guard(tx, caller.actor), lines, await identity.emailRefusal(tx))
  const created = await applyPlan(tx, plan)
  // Rules that wait for the end of the transaction answer here, so that a dry run hears of them too.
  await sql`set constraints all immediate`.execute(tx)
  if (dryRun) return plan
  refuseIfAnyIs(plan)
  await identity.sendActivations(tx, created)
  const changed = plan.filter(({ outcome }) => outcome === 'change').length
  await identity.recordEvent(tx, {
    kind: 'import',
    outcome: 'success',
    ...originOf(caller),
    details: { what: 'users', lines: lines.length, created: created.length, changed },
  })
  return plan
}

/** @throws import_refused, with the faults of the first lines */
function refuseIfAnyIs(plan: readonly PlannedLine[]): void {
  const refused = plan.filter(({ outcome }) => outcome === 'refuse')
  if (refused.length === 0) return
  const fields = refused.flatMap(({ line, faults }) => faults.map((fault) => ({ ...fault, field: `lines.${line}.${fault.field}` })))
  throw problem('import_refused', { refused: refused.length }, { fields: fields.slice(0, namedFaults) })
}

function report(
  plan: readonly PlannedLine[],
  { applied, words }: { applied: boolean; words: (fault: FieldFault) => string },
): ImportReport {
  const count = (outcome: PlannedLine['outcome']) => plan.filter((line) => line.outcome === outcome).length
  const refusedFirst = plan.toSorted((a, b) => Number(b.outcome === 'refuse') - Number(a.outcome === 'refuse') || a.line - b.line)
  return {
    applied,
    created: count('create'),
    changed: count('change'),
    unchanged: count('unchanged'),
    refused: count('refuse'),
    rows: refusedFirst.slice(0, shownLines).map(({ line, outcome, email, changes, faults }) => ({
      line,
      outcome,
      email,
      changes: outcome === 'change' ? changes : [],
      errors: faults.map((fault) => ({ field: fault.field, code: fault.code, message: words(fault) })),
    })),
  }
}
