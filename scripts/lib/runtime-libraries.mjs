// Node 26 needs libatomic, which a bare Debian lacks: installed as root, otherwise unpacked into .cache, as with STEWARD_TEST_INSTALL=no.
import { rmSync, writeFileSync } from 'node:fs'
import { canInstall, installDebianPackages, libraryFoldersIn, unpackDebianPackages } from './debian.mjs'
import { libraryPathFile, pinnedNode, runtimeEnv } from './platform.mjs'
import { run } from './processes.mjs'
import { Refusal, say } from './say.mjs'

const runs = async () => run(pinnedNode(), ['--version'], { env: runtimeEnv() })

/** Makes sure that the pinned Node starts. @throws Refusal with the name of the missing library */
export async function ensureRuntimeLibraries() {
  let tried = await runs()
  if (tried.status === 0) return
  if (!tried.output.includes('libatomic')) throw new Refusal(`The pinned Node does not run on this machine: ${tried.output.trim()}`)
  say('Node 26 needs libatomic, which is missing on this machine')
  if (!canInstall() || !(await installDebianPackages(['libatomic1']))) {
    const folder = await unpackDebianPackages(['libatomic1'])
    if (folder) writeFileSync(libraryPathFile, libraryFoldersIn(folder))
  }
  tried = await runs()
  if (tried.status !== 0) {
    rmSync(libraryPathFile, { force: true })
    throw new Refusal(
      `The pinned Node does not run on this machine (${tried.output.trim()}). Install libatomic (on Debian: apt-get install libatomic1), then run the command again.`,
    )
  }
}
