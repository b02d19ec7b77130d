import { steward } from './steward.ts'

/** `npm run steward -- …`: the operator's command, run on the server. */
process.exitCode = await steward(process.argv.slice(2))
