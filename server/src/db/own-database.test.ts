import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { AddressError, UnreachableError } from './address-error.ts'
import { freePort } from './free-port.ts'
import { askOnce, warningsOf } from './own-database.ts'

const { connection, administrator } = inject('engine')
const suffix = randomBytes(4).toString('hex')
const password = 'a-password'

async function run(statement: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client({ ...administrator, database })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A user who can sign in, and nothing else. */
async function buildUser(name: string): Promise<pg.ClientConfig & { user: string }> {
  const user = `${name}_${suffix}`
  await run(`create role ${user} login password '${password}'`)
  onTestFinished(() => run(`drop role ${user}`))
  return { ...connection, user, password }
}

/** A database that such a user owns. */
async function buildDatabase(name: string, user: string, how = ''): Promise<string> {
  const database = `${name}_${suffix}`
  await run(`create database ${database} owner ${user} template template0 ${how}`)
  onTestFinished(() => run(`drop database ${database} with (force)`))
  return database
}

const warn = (of: pg.ClientConfig) => warningsOf(of, 'DATABASE_URL')
async function expectRefused(of: pg.ClientConfig, message: string, kind: typeof AddressError = AddressError): Promise<void> {
  const refusal = await warn(of).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(kind)
  expect(String(refusal)).toContain(message)
}

test('an empty database of an owner who can use the role serves', async () => {
  const { user, ...rest } = await buildUser('owner')
  const database = await buildDatabase('empty', user)
  const owner = { ...rest, user, database }
  await expectRefused(
    owner,
    `The user ${user} can't use the role steward_app, which requests run as. As an administrator of the database: grant`,
  )
  await run(`grant steward_app to ${user} with inherit false, set true`)
  expect(await warn(owner)).toEqual([])
})

test('who is not the owner, and what others use, is refused before anything is created', async () => {
  const { user, ...rest } = await buildUser('guest')
  const database = await buildDatabase('foreign', String(connection.user))
  const guest = { ...rest, user, database }
  await expectRefused(
    guest,
    `The user ${user} can't create tables in the database ${database}. Make it the owner: alter database "${database}"`,
  )
  await run('create table orders (id integer)', database)
  await expectRefused(guest, `The database ${database} has tables that aren't Steward's, such as orders. Use an empty one.`)
  await run('drop table orders; create table tenant (id integer)', database)
  expect(String(await warn(guest).catch(String))).not.toContain('tables')
})

test('an encoding other than UTF-8 is refused, with how to create the database', async () => {
  const { user, ...rest } = await buildUser('latin')
  const database = await buildDatabase('latin', user, `encoding 'LATIN1' locale_provider libc locale 'C'`)
  await expectRefused(
    { ...rest, user, database },
    `has the encoding LATIN1. Steward needs UTF8. Create another: create database "${database}"`,
  )
})

test('a locale that sorts names by the numbers of letters is named', async () => {
  const { user, ...rest } = await buildUser('plain')
  await run(`grant steward_app to ${user} with inherit false, set true`)
  const [c, utf] = [
    await buildDatabase('c', user, `locale_provider libc locale 'C'`),
    await buildDatabase('utf', user, `locale_provider builtin locale 'C.UTF-8'`),
  ]
  const [of, named] = [{ ...rest, user }, 'sorts names by the numbers of their letters: Álvarez after Zapata']
  expect(await warn({ ...of, database: c })).toEqual([
    expect.stringContaining(`takes É and é for different letters in names, and ${named}`),
  ])
  expect(await warn({ ...of, database: utf })).toEqual([expect.stringContaining(`The locale of the database ${utf} ${named}.`)])
})

test('a user who is refused, and a database that is missing, are said with what to do', async () => {
  const { user, ...rest } = await buildUser('stranger')
  await expectRefused({ ...rest, user, password: 'wrong' }, `password authentication failed for user "${user}"). Check user and password.`)
  await expectRefused(
    { ...rest, user, database: 'missing' },
    `does not exist). Create it: create database "missing" owner "${user}" template template0 encoding 'UTF8' locale_provider icu`,
  )
})

test('an address where nothing listens can be tried again', async () => {
  const port = await freePort()
  await expectRefused(
    { host: '127.0.0.1', port, user: 'a', database: 'a' },
    `DATABASE_URL: no connection to 127.0.0.1:${port}`,
    UnreachableError,
  )
})

test('the connection ends with its work', async () => {
  const [count, failed] = [`select count(*)::int as n from pg_stat_activity where application_name = 'asked once'`, new Error('Failed')]
  const named = { ...connection, database: 'postgres', application_name: 'asked once' }
  expect(await askOnce(named, 'DATABASE_URL', async (client) => (await client.query<{ n: number }>(count)).rows)).toEqual([{ n: 1 }])
  await expect(askOnce(named, 'DATABASE_URL', () => Promise.reject(failed))).rejects.toBe(failed)
  await expect
    .poll(() =>
      askOnce({ ...named, application_name: '' }, 'DATABASE_URL', async (client) => (await client.query<{ n: number }>(count)).rows),
    )
    .toEqual([{ n: 0 }])
})
