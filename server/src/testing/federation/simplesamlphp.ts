import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KeyPair, type SamlUser, makeKeyPair } from './saml-provider.ts'

/**
 * Debian's SimpleSAMLphp as a provider on the loopback, run by PHP's built-in server with its own settings and keys. It reads our metadata
 * itself, so it only knows what our metadata says.
 */

const homes = [new URL('../../../../.cache/simplesamlphp', import.meta.url).pathname, ''].map((root) => `${root}/usr/share/simplesamlphp`)
const home = homes.find((path) => existsSync(join(path, 'www/saml2/idp/SSOService.php')))

/** Whether Debian's package and PHP are installed; `npm test` fetches them when run as root. */
export const hasSimpleSamlPhp = (): boolean =>
  home !== undefined && spawnSync('php', ['-r', 'exit(extension_loaded("dom") ? 0 : 1);']).status === 0

/** The provider's settings for us, by their SimpleSAMLphp names (`saml20-sp-remote`). */
export interface SimpleSamlPhpSettings {
  'assertion.encryption'?: boolean
  sharedkey_algorithm?: string
  'validate.authnrequest'?: boolean
  'saml20.sign.response'?: boolean
  'saml20.sign.assertion'?: boolean
  'signature.algorithm'?: string
}

export interface SimpleSamlPhp {
  origin: string
  metadataUrl: string
  logoutUrl: string
  /** Registers us, from the text of our metadata. */
  trust(metadata: string, settings?: SimpleSamlPhpSettings): Promise<void>
  /** The first call publishes another key; the next call signs with it and removes the old one. */
  rotate(): Promise<void>
  close(): Promise<void>
}

/** Starts the provider; the caller closes it. Every password is `password`. */
export async function startSimpleSamlPhp(users: Record<string, SamlUser>): Promise<SimpleSamlPhp> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-simplesamlphp-'))
  for (const name of ['config', 'metadata', 'cert', 'log', 'data', 'tmp', 'sessions']) await mkdir(join(folder, name))
  const { server, origin } = await startServer(folder)
  const put = (path: string, text: string) => writeFile(join(folder, path), text)
  await put('config/config.php', php(`$config = ${phpValue(configOf(folder, origin))};`))
  await put('config/authsources.php', php(`$config = ${phpValue(authSources(users))};`))
  await put('metadata/saml20-sp-remote.php', consumers)
  let keys: KeyPair[] = []
  const putKeys = async (next: KeyPair[]) => {
    keys = next
    for (const [index, { privateKey, certificate }] of keys.entries()) {
      await put(`cert/${index}.key`, privateKey)
      await put(`cert/${index}.crt`, certificate)
    }
    await put('metadata/saml20-idp-hosted.php', php(`$metadata['${origin}/idp'] = ${phpValue(hosted(keys.length > 1))};`))
  }
  await putKeys([await makeKeyPair('simplesamlphp')])
  return {
    origin,
    metadataUrl: `${origin}/saml2/idp/metadata.php`,
    logoutUrl: `${origin}/saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(`${origin}/logout.php`)}`,
    async trust(metadata, settings = {}) {
      await put('metadata/consumer.xml', metadata)
      await put('metadata/consumer.json', JSON.stringify(settings))
    },
    async rotate() {
      const [current, next] = keys
      await putKeys(next ? [next] : [...(current ? [current] : []), await makeKeyPair('simplesamlphp renewed')])
    },
    async close() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const configOf = (folder: string, origin: string) => ({
  baseurlpath: `${origin}/`,
  certdir: join(folder, 'cert/'),
  loggingdir: join(folder, 'log/'),
  datadir: join(folder, 'data/'),
  tempdir: join(folder, 'tmp'),
  metadatadir: join(folder, 'metadata/'),
  'logging.handler': 'errorlog',
  secretsalt: 'only for tests',
  'auth.adminpassword': 'only for tests',
  timezone: 'UTC',
  'enable.saml20-idp': true,
  'module.enable': { exampleauth: true, core: true, saml: true },
  'store.type': 'phpsession',
  'session.phpsession.savepath': join(folder, 'sessions'),
  'session.cookie.secure': false,
  'session.cookie.samesite': null,
  'language.cookie.secure': false,
  'language.default': 'en',
  'metadata.sources': [{ type: 'flatfile' }],
})

const hosted = (hasNext: boolean) => ({
  host: '__DEFAULT__',
  privatekey: '0.key',
  certificate: '0.crt',
  ...(hasNext ? { new_privatekey: '1.key', new_certificate: '1.crt' } : {}),
  auth: 'people',
  'sign.logout': true,
  'validate.logout': true,
  attributesNameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  authproc: {
    3: { class: 'saml:AttributeNameID', attribute: 'uid', Format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' },
  },
})

/** Our metadata as read by SimpleSAMLphp, with the test's settings added. */
const consumers = php(`
$text = @file_get_contents(__DIR__ . '/consumer.xml');
if ($text !== false) {
    $settings = json_decode(file_get_contents(__DIR__ . '/consumer.json'), true);
    foreach (\\SimpleSAML\\Metadata\\SAMLParser::parseDescriptorsString($text) as $id => $entity) {
        $metadata[$id] = array_merge($entity->getMetadata20SP(), $settings);
    }
}`)

function authSources(users: Record<string, SamlUser>) {
  const people = Object.entries(users).map(([login, user]) => [
    `${login}:password`,
    {
      uid: [user.nameId ?? login],
      ...(user.email === undefined ? {} : { mail: [user.email] }),
      ...(user.givenName === undefined ? {} : { givenName: [user.givenName] }),
      ...(user.familyName === undefined ? {} : { sn: [user.familyName] }),
      ...(user.groups === undefined ? {} : { groups: user.groups }),
    },
  ])
  return { admin: ['core:AdminPassword'], people: { 0: 'exampleauth:UserPass', ...Object.fromEntries(people) } }
}

function php(code: string): string {
  return `<?php\n${code}\n`
}

function phpValue(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`
  if (Array.isArray(value)) return `[${value.map(phpValue).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, inner]) => `${/^\d+$/.test(name) ? name : phpValue(name)} => ${phpValue(inner)}`)
    return `[${entries.join(', ')}]`
  }
  return String(value)
}

/** PHP's server listens on a port chosen by the system, and prints it. */
async function startServer(folder: string): Promise<{ server: ChildProcess; origin: string }> {
  const settings = ['display_errors=0', 'opcache.enable=0', `session.save_path=${join(folder, 'sessions')}`]
  const args = [...settings.flatMap((setting) => ['-d', setting]), '-S', '127.0.0.1:0', '-t', join(home ?? '', 'www')]
  const env = { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') }
  const server = spawn('/usr/bin/php', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`PHP ended: ${said}`)))
    server.stderr?.on('data', (chunk: Buffer) => {
      // Drained, so that the pipe never fills.
      said = (said + chunk.toString()).slice(-20_000)
      const [, heard] = /\((http:\S+)\) started/.exec(said) ?? []
      if (heard !== undefined) resolve(heard)
    })
  })
  return { server, origin }
}
