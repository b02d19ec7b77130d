// SimpleSAMLphp, a SAML provider that we did not write, for the tests of single sign-on: found, or fetched from Debian as root. Without it its
// tests are left out, and say so.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canInstall, installByHand, installDebianPackages } from './debian.mjs'
import { withLock } from './lock.mjs'
import { cache } from './paths.mjs'
import { has, run } from './processes.mjs'
import { say, sayWhile } from './say.mjs'

const minuteMs = 60_000
/** The package alone, without the web server that it would bring to this machine; PHP has one. */
const unpacked = join(cache, 'simplesamlphp')

const isThere = async () => [unpacked, '/'].some((root) => existsSync(join(root, 'usr/share/simplesamlphp/www'))) && (await has('php'))

async function fetchPackage() {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'simplesamlphp-'))
  try {
    const what = 'Fetching simplesamlphp from Debian'
    const download = run('apt-get', ['-o', 'APT::Sandbox::User=', 'download', 'simplesamlphp'], { cwd: folder, timeoutMs: 2 * minuteMs })
    const { status, output } = await sayWhile(what, download)
    const file = readdirSync(folder).find((name) => name.endsWith('.deb'))
    if (status !== 0 || !file) return say(`apt-get could not fetch simplesamlphp: ${output.trim().split('\n').at(-1)}`)
    rmSync(unpacked, { recursive: true, force: true })
    await run('dpkg-deb', ['--extract', join(folder, file), unpacked])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes SimpleSAMLphp and PHP available to the tests, where that needs no permission. */
export async function offerSimpleSamlPhp() {
  if (await isThere()) return
  if (canInstall() && process.getuid?.() === 0 && (await has('apt-get')) && (await has('dpkg-deb'))) {
    await withLock('simplesamlphp', async () => {
      if (await isThere()) return
      if (!(await has('php'))) await installDebianPackages(['php-cli', 'php-xml'], { timeoutMs: 3 * minuteMs })
      if (await has('php')) await fetchPackage()
    })
  }
  if (await isThere()) return
  const reason = canInstall() ? 'is not on this machine' : 'is not on this machine, and STEWARD_TEST_INSTALL=no forbids to install it'
  say(
    `SimpleSAMLphp ${reason}: its tests of SAML are left out; those against samlp run (${installByHand(['php-cli', 'php-xml', 'simplesamlphp'])})`,
  )
}
