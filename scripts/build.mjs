// `npm run build`: everything that the server needs beside its sources, so that it can run from a folder that it can't write to.
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureMessages } from './lib/generated.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { at } from './lib/paths.mjs'
import { pinnedNode, runtimeEnv } from './lib/platform.mjs'
import { run } from './lib/processes.mjs'
import { Refusal, command } from './lib/say.mjs'

/** npm packages contain no symbolic links: those of the built-in database are made when it is looked for. */
async function prepareEngine() {
  const engine = pathToFileURL(at('server', 'src', 'db', 'engine-binaries.ts')).href
  const work = `await (await import('${engine}')).findBinaries(undefined)`
  const { status, output } = await run(pinnedNode(), ['--input-type=module', '--eval', work], { env: runtimeEnv() })
  if (status !== 0) throw new Refusal(output.trim())
}

await command(async () => {
  await ensureInstalled('start')
  await ensureMessages('start')
  await ensureBuilt()
  await prepareEngine()
})
