import { type FieldFault, problem } from '@steward/contract/errors'
import type { FileStream } from '@steward/contract/files'
import type { Language } from '@steward/contract/languages'
import type { ImportReport } from '@steward/contract/users/schemas'
import { changeAttempts, hasDeadlocked } from '../../access/change.ts'
import { refusalOf } from '../../access/constraints.ts'
import { Guard, reachOfGroups } from '../../access/guard.ts'
import { besidePreview, requireFreshIn } from '../../db/operation.ts'
import { repeating } from '../../db/savepoint.ts'
import type { TenantTransaction } from '../../db/tenant.ts'
import { rejectedFile } from '../../exports/rejected-file.ts'
import type { Caller } from '../../http/caller.ts'
import { faultText } from '../../http/problems.ts'
import { originOf, recordEvent } from '../../system-log/record.ts'
import type { Progress } from '../../uploads/progress.ts'
import * as staging from '../../uploads/staging.ts'
import { type UploadRequest, withUpload } from '../../uploads/with-upload.ts'
import type { UserContext } from '../context.ts'
import { applyPlan } from './apply.ts'
import { createReader, importColumns, maximumLines, parseLine } from './parse.ts'
import { planImport, prepareImport, readGroupNames } from './plan.ts'
import { createTally } from './report.ts'

/** Fields that an error names. */
const namedFaults = 100

export interface ImportRequest extends UploadRequest {
  file: FileStream
  language: Language
  dryRun: boolean
}

/**
 * Creates and changes users from CSV. One rejected line rejects the file, except with `dryRun`, which reports what the caller then
 * rolls back.
 * @throws import_empty, import_too_large, file_encoding_invalid, body_too_large, import_refused, last_administrator
 */
export async function importUsers(
  context: UserContext,
  caller: Caller,
  { file, language, dryRun, ...request }: ImportRequest,
): Promise<ImportReport> {
  const textOf = (fault: FieldFault) => faultText(fault, language)
  const report = await withUpload(context, caller, request, async (transaction, progress) => {
    const { tx } = transaction
    const named = new Set<string>()
    const existing = new Set((await readGroupNames(tx)).map(({ key }) => key))
    const reader = createReader((group) => existing.has(group) && named.add(group))
    const { encoding, isBroken } = await staging.stageFile(transaction, file, reader, {
      progress,
      signal: request.signal,
      malformed: 'import_malformed',
      maximum: { lines: maximumLines, error: () => problem('import_too_large', { maximum: maximumLines }) },
    })
    if (progress.lines === 0 && !isBroken) throw problem('import_empty')
    const done = isBroken ? await refuseFile(tx) : await importLines(context, tx, caller, { named, progress })
    const refused = await staging.countRefused(tx)
    if (refused.count === 0) {
      if ((await reachOfGroups(tx, [...done.joined])).isAdministrator) await requireFreshIn(tx)
      await tell(context, tx, caller, done)
      return done.tally.report({ applied: !dryRun, encoding, rejectedFileId: null }, textOf)
    }
    const content = rejectedFile(importColumns, staging.readRefused(tx), language)
    const keep = () => context.keepRejectedUsers(caller, content, refused.withCells)
    const rejectedFileId = refused.withCells === 0 ? undefined : await (dryRun ? besidePreview(keep) : keep())
    if (!dryRun) throw await refusal(tx, refused.count)
    return done.tally.report({ applied: false, encoding, rejectedFileId: rejectedFileId ?? null }, textOf)
  }).catch((error: unknown) => {
    throw refusalOf(error)
  })
  return report
}

/** The changes made, and the ids of the new users. */
interface Done {
  tally: ReturnType<typeof createTally>
  created: string[]
  /** The ids of groups that users were added to. */
  joined: Set<string>
}

/** The file can't be read from a line on: that is all that is told. */
async function refuseFile(tx: TenantTransaction): Promise<Done> {
  const tally = createTally()
  for await (const lines of staging.readBroken(tx)) {
    await staging.refuseLines(tx, lines)
    for (const { line, faults } of lines) tally.add({ line, outcome: 'refuse', email: '', changes: [], faults })
  }
  return { tally, created: [], joined: new Set() }
}

/** Plans and applies the lines, one batch after the other. */
async function importLines(
  context: UserContext,
  tx: TenantTransaction,
  caller: Caller,
  { named, progress }: { named: ReadonlySet<string>; progress: Progress },
): Promise<Done> {
  await staging.refuseDuplicates(tx, { field: 'email', code: 'import_duplicate' })
  Object.assign(progress, { step: 'saving', total: progress.lines })
  const emailRefusal = await context.emailRefusal(tx)
  return repeating(tx, { attempts: changeAttempts, hasLost: hasDeadlocked }, async () => {
    const tally = createTally()
    const created: string[] = []
    const joined = new Set<string>()
    progress.lines = 0
    const prepared = await prepareImport(tx, caller, new Guard(tx, caller.actor), named, emailRefusal)
    for await (const lines of staging.readLines(tx)) {
      const plan = await planImport(tx, prepared, lines.map(parseLine))
      created.push(...(await applyPlan(tx, plan)))
      await staging.refuseLines(
        tx,
        plan.filter(({ outcome }) => outcome === 'refuse'),
      )
      for (const planned of plan) {
        tally.add(planned)
        for (const groupId of planned.joins) joined.add(groupId)
      }
      progress.lines += lines.length
    }
    return { tally, created, joined }
  })
}

/** Invites the new users, and records the import in the system log. */
async function tell(context: UserContext, tx: TenantTransaction, caller: Caller, { tally: { counts }, created }: Done): Promise<void> {
  await context.sendActivations(tx, created, { areNew: true })
  const lines = counts.create + counts.change + counts.unchanged
  await recordEvent(tx, {
    kind: 'import',
    outcome: 'success',
    ...originOf(caller),
    details: { what: 'users', lines, created: created.length, changed: counts.change },
  })
}

/** The rejection of a file, with the errors of its first lines. */
async function refusal(tx: TenantTransaction, refused: number) {
  const lines = await staging.firstRefused(tx, namedFaults)
  const fields = lines.flatMap(({ line, faults }) => faults.map((fault) => ({ ...fault, field: `lines.${line}.${fault.field}` })))
  return problem('import_refused', { refused }, { fields: fields.slice(0, namedFaults) })
}
