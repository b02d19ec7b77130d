// SimpleSAMLphp, a third-party SAML provider for the tests of single sign-on: found, or downloaded from Debian as root. Without it, its
// tests are skipped and say so.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canInstall, installByHand, installDebianPackages } from './debian.mjs'
import { withLock } from './lock.mjs'
import { cache } from './paths.mjs'
import { has, run } from './processes.mjs'
import { say, sayWhile } from './say.mjs'

const minuteMs = 60_000
/** Only the package, without the web server it depends on; PHP has one built in. */
const unpacked = join(cache, 'simplesamlphp')

/** PHP with the extension that reads XML, which Debian's php-cli alone lacks. */
const hasPhp = async () => (await has('php')) && (await run('php', ['-r', 'exit(extension_loaded("dom") ? 0 : 1);'])).status === 0

const isThere = async () => [unpacked, '/'].some((root) => existsSync(join(root, 'usr/share/simplesamlphp/www'))) && (await hasPhp())

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

/** Makes SimpleSAMLphp and PHP available to the tests if that needs no prompt. */
export async function offerSimpleSamlPhp() {
  if (await isThere()) return
  if (canInstall() && process.getuid?.() === 0 && (await has('apt-get')) && (await has('dpkg-deb'))) {
    await withLock('simplesamlphp', async () => {
      if (await isThere()) return
      if (!(await hasPhp())) await installDebianPackages(['php-cli', 'php-xml'], { timeoutMs: 3 * minuteMs })
      if (await hasPhp()) await fetchPackage()
    })
  }
  if (await isThere()) return
  const reason = canInstall() ? 'is not installed' : 'is not installed, and STEWARD_TEST_INSTALL=no prevents it'
  say(
    `SimpleSAMLphp ${reason}: its SAML tests are skipped; those with samlp still run (${installByHand(['php-cli', 'php-xml', 'simplesamlphp'])})`,
  )
}
