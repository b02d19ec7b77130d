import { runChaos } from './run.ts'

/** `npm run chaos [-- ROUNDS]`: kills and stops the server and its database while users are created. Ends with 1 if something promised is missing. */
const rounds = Math.min(1_000, Math.max(1, Number.parseInt(process.argv[2] ?? '12', 10) || 12))
const say = (message: string) => void process.stdout.write(`${message}\n`)

const report = await runChaos({ rounds, log: say })
const { lost, withoutMail, doubled, unexpected, acknowledged, longestOutageMs, mailMs } = report
say(`${rounds} rounds, ${acknowledged} users were acknowledged.`)
say(`Lost: ${lost.length}. Doubled: ${doubled.length}. Without mail: ${withoutMail.length}. Unexpected answers: ${unexpected.length}.`)
say(`Longest outage: ${(longestOutageMs / 1_000).toFixed(1)} s. Last mail after ${(mailMs / 1_000).toFixed(1)} s.`)
const missing = [...lost, ...withoutMail, ...doubled, ...unexpected]
for (const one of missing.slice(0, 20)) say(one)
process.exit(missing.length > 0 ? 1 : 0)
