import { mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { createClient } from '@steward/contract/http'
import { uploadCurrencies, uploadCurrencySchemes } from '@steward/contract/reference-data/currencies'
import { importUsers } from '@steward/contract/users/endpoints'
import { megabytes, timed } from './measure.ts'
import type { Figure } from './results.ts'

/** Files that are saved before their request is answered: 100,000 lines each, padded by a column that isn't read to 200 MiB. */

const fileBytes = 200 * 1_048_576

type Call = ReturnType<typeof createClient>

interface TableFile {
  what: string
  header: string
  /** A line, without the padding. */
  line: (index: number) => string
  send: (call: Call, file: Blob) => Promise<number>
}

/** Up to 3 characters that no ISO code has. */
const codeOf = (index: number) =>
  String.fromCodePoint(0x4e00 + (index % 20_000)) + String.fromCodePoint(0x4e00 + Math.floor(index / 20_000))

const files: readonly TableFile[] = [
  {
    what: 'currencies',
    header: 'currencyCode,currencyName,createdBy',
    line: (index) => `${codeOf(index)},Currency ${index}`,
    send: async (call, file) => (await call(uploadCurrencies, { body: { file } })).data.created,
  },
  {
    what: 'currency schemes',
    header: 'currencySchemeCode,currencySchemeName,anchorCurrencyCode,createUserId',
    line: (index) => `SCHEME-${index},Scheme ${index},USD`,
    send: async (call, file) => (await call(uploadCurrencySchemes, { body: { file } })).data.created,
  },
  {
    what: 'users (dry run)',
    header: 'email,givenName,familyName,username',
    line: (index) => `bench${index}@uploads.example,Given${index},Family`,
    send: async (call, file) => (await call(importUsers, { query: { dryRun: 'true' }, body: file })).data.created,
  },
]

/** Kilobytes from the kernel's accounting: `VmRSS` is current, `VmHWM` the peak. */
export const memoryOf = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** Forgets the peak. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

export async function measureFiles(call: Call, pid: number, lines: number): Promise<Figure[]> {
  const figures: Figure[] = []
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-uploads-'))
  try {
    for (const { what, header, line, send } of files) {
      const path = join(folder, 'file.csv')
      await write(path, lines, header, line)
      const blob = await openAsBlob(path)
      const atRest = memoryOf(pid, 'VmRSS')
      resetPeak(pid)
      const spent = await timed(async () => {
        const created = await send(call, blob)
        if (created !== lines) throw new Error(`${created} of ${lines} ${what} were created`)
      })
      const above = memoryOf(pid, 'VmHWM') - atRest
      figures.push({
        what: `file of ${lines.toLocaleString('en')} ${what}, 200 MiB: time; server memory above rest`,
        measured: `${(spent / 1000).toFixed(1)} s, ${megabytes(above)}`,
        goal: '≤ 150 MiB above',
        met: above <= 150 * 1_048_576,
      })
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return figures
}

async function write(path: string, lines: number, header: string, line: (index: number) => string): Promise<void> {
  const handle = await open(path, 'w')
  await handle.write(`${header}\n`)
  const perLine = Math.floor(fileBytes / lines)
  for (let from = 0; from < lines; from += 1_000) {
    const some = Array.from({ length: Math.min(1_000, lines - from) }, (_, index) => `${line(from + index)},`)
    await handle.write(some.map((text) => `${text.padEnd(perLine - 1, 'x')}\n`).join(''))
  }
  await handle.close()
}
