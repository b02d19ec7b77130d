import { readFile } from 'node:fs/promises'

import { describe, expect, test } from 'vitest'

import { ConfigError, loadConfig, settings } from './config.ts'

const s3 = {
  STEWARD_S3_URL: 'https://s3.example/',
  STEWARD_S3_BUCKET: 'logs',
  STEWARD_S3_ACCESS_KEY: 'id',
  STEWARD_S3_SECRET_KEY: 'secret',
}

describe('loadConfig', () => {
  test('has a default for everything', () => {
    expect(loadConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      dataDir: `${process.cwd()}/data`,
      databaseUrl: undefined,
      trustProxy: false,
      accessTokenSeconds: 600,
      sessionIdleSeconds: 3600,
      sessionMaxSeconds: 43_200,
    })
  })

  test('reads values, and ignores empty ones', () => {
    const config = loadConfig({ PORT: '9000', PUBLIC_URL: 'https://steward.example/', SMTP_URL: '', STEWARD_TRUST_PROXY: '10.0.0.0/8' })
    expect(config).toMatchObject({ port: 9000, publicUrl: 'https://steward.example', smtpUrl: undefined, trustProxy: '10.0.0.0/8' })
  })

  test('reads the URLs of applications and links by their names', () => {
    const config = loadConfig({
      STEWARD_APPLICATION_URLS: 'rlax=https://rm.example/',
      STEWARD_LINKS: 'data-bridge=https://a.example/?b=c, developer-portal=http://d.example',
    })
    expect(config.applicationUrls).toEqual({ rlax: 'https://rm.example/' })
    expect(config.links).toEqual({ 'data-bridge': 'https://a.example/?b=c', 'developer-portal': 'http://d.example' })
  })

  test.each([
    [{ STEWARD_LINKS: 'data-lake=https://a.example' }, 'STEWARD_LINKS must name data-bridge, data-administration, developer-portal.'],
    [{ STEWARD_LINKS: 'data-bridge=javascript:alert(1)' }, 'STEWARD_LINKS must give each link a URL that starts with http:// or https://.'],
    [{ PORT: 'eighty' }, 'PORT must be a whole number.'],
    [{ PORT: '70000' }, 'PORT must be from 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://localhost/steward' }, 'DATABASE_URL must be a URL that starts with postgresql:// or postgres://.'],
    [
      { DATABASE_URL: 'postgresql://steward:secret@a.example:5432,b.example:5432/steward?target_session_attrs=read-write' },
      'DATABASE_URL must name one host, such as an address that follows the primary, not several.',
    ],
    [{ STEWARD_DIRECT_DATABASE_URL: 'postgresql://db.example/steward' }, 'STEWARD_DIRECT_DATABASE_URL needs DATABASE_URL.'],
    [{ STEWARD_REPLICA_DATABASE_URL: 'postgresql://db.example/steward' }, 'STEWARD_REPLICA_DATABASE_URL needs DATABASE_URL.'],
    [{ STEWARD_SECRETS: 'secret' }, 'STEWARD_SECRETS must be what `steward secrets show` prints.'],
    [{ STEWARD_DATADIR: 'x' }, 'STEWARD_DATADIR is not a setting of Steward; did you mean STEWARD_DATA_DIR?'],
    [{ STEWARD_AUDIT_LOG_DAYS: '200' }, 'STEWARD_AUDIT_LOG_DAYS must not be less than STEWARD_AUDIT_LOG_MIN_DAYS.'],
    [{ STEWARD_SYSTEM_LOG_MAX_DAYS: '300' }, 'STEWARD_SYSTEM_LOG_DAYS must not be more than STEWARD_SYSTEM_LOG_MAX_DAYS.'],
    [{ STEWARD_S3_URL: 'ftp://s3.example' }, 'STEWARD_S3_URL must be a URL that starts with http:// or https://.'],
    [{ STEWARD_S3_BUCKET: 'logs' }, 'STEWARD_S3_BUCKET needs STEWARD_S3_URL.'],
    [{ STEWARD_ARCHIVE_DAYS: '4000' }, 'STEWARD_ARCHIVE_DAYS needs STEWARD_S3_URL.'],
    [{ ...s3, STEWARD_S3_BUCKET: 'My bucket' }, 'STEWARD_S3_BUCKET must be the name of a bucket.\nSTEWARD_S3_URL needs STEWARD_S3_BUCKET.'],
    [{ ...s3, STEWARD_S3_PREFIX: 'steward' }, 'STEWARD_S3_PREFIX must be folders that each end with a slash.'],
    [{ ...s3, STEWARD_S3_SECRET_KEY: '' }, 'STEWARD_S3_URL needs STEWARD_S3_SECRET_KEY or STEWARD_S3_SECRET_KEY_FILE.'],
    [{ ...s3, STEWARD_S3_SECRET_KEY_FILE: '/run/s3' }, 'Set either STEWARD_S3_SECRET_KEY or STEWARD_S3_SECRET_KEY_FILE.'],
    [{ ...s3, STEWARD_ARCHIVE_DAYS: '2557' }, 'STEWARD_ARCHIVE_DAYS must be more than STEWARD_AUDIT_LOG_DAYS.'],
    [
      { ...s3, STEWARD_ARCHIVED_LOGS: 'system-log', STEWARD_ARCHIVE_DAYS: '100' },
      'STEWARD_ARCHIVE_DAYS must be more than STEWARD_SYSTEM_LOG_DAYS.',
    ],
    [{ ...s3, STEWARD_ARCHIVED_LOGS: 'audit-log, jobs' }, 'STEWARD_ARCHIVED_LOGS must hold audit-log or system-log, separated by commas.'],
    [{ STEWARD_SYSTEM_LOG_MIN_DAYS: '7' }, 'STEWARD_SYSTEM_LOG_MIN_DAYS must be from 31 to 36500.'],
    [{ STEWARD_SESSION_IDLE_SECONDS: '50000' }, 'STEWARD_SESSION_IDLE_SECONDS must not be more than STEWARD_SESSION_MAX_SECONDS.'],
  ])('refuses %o', (env, sentence) => {
    expect(() => loadConfig(env)).toThrow(new ConfigError(sentence))
  })

  test('reads the object storage', () => {
    expect(loadConfig({ ...s3, STEWARD_ARCHIVE_DAYS: '4000' })).toMatchObject({
      objectStorage: {
        url: 'https://s3.example',
        bucket: 'logs',
        region: 'us-east-1',
        prefix: 'steward/',
        accessKey: 'id',
        secretKey: 'secret',
      },
      archiveDays: 4_000,
    })
    expect(
      loadConfig({ ...s3, STEWARD_S3_URL: '', STEWARD_S3_BUCKET: '', STEWARD_S3_ACCESS_KEY: '', STEWARD_S3_SECRET_KEY: '' }),
    ).toMatchObject({
      objectStorage: undefined,
    })
  })

  test('reports all errors together', () => {
    expect(() => loadConfig({ PORT: '-1', STEWARD_PORT: '1', LOG_LEVEL: 'loud' })).toThrow(/STEWARD_PORT[^]*PORT must[^]*LOG_LEVEL/)
  })

  test('ignores variables of other programs', () => {
    expect(loadConfig({ PATH: '/bin', STEWARD_PARENT_PID: '1' }).port).toBe(8080)
  })
})

test("the operator's guide shows every setting with its default and meaning", async () => {
  const guide = await readFile(new URL('../../docs/operators/configuration.md', import.meta.url), 'utf8')
  const rows = [...guide.matchAll(/^\| `([A-Z\d_]+)` \| (.*?) \| (.*) \|$/gm)].map(([, name, value, meaning]) => ({ name, value, meaning }))
  const expected = Object.entries(settings).map(([name, setting]) => ({
    name,
    value: setting.default === undefined ? '' : `\`${setting.default}\``,
    meaning: setting.meaning,
  }))
  expect(rows).toEqual(expected.map((row) => ({ ...row, value: row.value || '–' })))
})
