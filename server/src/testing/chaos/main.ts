import { runChaos } from './run.ts'

/** `npm run chaos [-- ROUNDS]`: kills and stops the server and its database and fills their disk while users are created. Ends with 1 if something promised is missing. */
const rounds = Math.min(1_000, Math.max(1, Number.parseInt(process.argv[2] ?? '12', 10) || 12))
const say = (message: string) => void process.stdout.write(`${message}\n`)

const report = await runChaos({ rounds, log: say })
const { lost, withoutMail, doubled, unexpected, acknowledged, refusedFull, skipped, longestOutageMs, mailMs } = report
for (const one of skipped) say(`Skipped: ${one}.`)
say(`${rounds} rounds, ${acknowledged} users were acknowledged, ${refusedFull} refused on a full disk.`)
say(`Lost: ${lost.length}. Doubled: ${doubled.length}. Without mail: ${withoutMail.length}. Unexpected answers: ${unexpected.length}.`)
say(`Longest outage: ${(longestOutageMs / 1_000).toFixed(1)} s. Last mail after ${(mailMs / 1_000).toFixed(1)} s.`)
const missing = [...lost, ...withoutMail, ...doubled, ...unexpected]
for (const one of missing.slice(0, 20)) say(one)
process.exit(missing.length > 0 ? 1 : 0)
