import { login } from '@steward/contract/session/endpoints'
import { addPasskey, beginAuthenticator, beginPasskey, confirmAuthenticator } from '@steward/contract/session/factors'
import { readSecrets } from '../secrets/secrets.ts'
import { codeOf } from '../session/factors/codes.ts'
import { rememberedCookie, stepCookie } from '../session/factors/cookies.ts'
import { type TestAnswer, type TestApp, type TestTenant, type TestUser, password } from './app.ts'
import { type SoftAuthenticator, createSoftAuthenticator } from './authenticator.ts'
import type { TestClock } from './session.ts'

/** What seals the secrets of a test app. */
export async function sealingOf({ dataDir }: TestApp) {
  const { sealing } = await readSecrets({ dataDir, secrets: undefined, secretsFile: undefined })
  return { sealingKey: sealing, publicUrl: 'http://localhost:8080' }
}

/** Gives a signed-in user an authenticator app, and moves the clock on, so that the next code is a new one. */
export async function addAuthenticator(
  app: TestApp,
  token: string,
  clock: TestClock,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body: setup } = await app.call(beginAuthenticator, {}, { token })
  const body = { setupToken: setup.setupToken, code: codeOf(setup.secret, clock.now()) }
  const added = await app.call(confirmAuthenticator, { body }, { token })
  if (added.status !== 201) throw new Error(JSON.stringify(added.body))
  clock.advance({ seconds: 60 })
  return { secret: setup.secret, recoveryCodes: added.body.recoveryCodes }
}

/** Gives a signed-in user a passkey. */
export async function addSoftPasskey(app: TestApp, token: string): Promise<SoftAuthenticator> {
  const authenticator = createSoftAuthenticator()
  const options = await app.call(beginPasskey, {}, { token })
  const added = await app.call(addPasskey, { body: { credential: authenticator.create(options.body) } }, { token })
  if (added.status !== 201) throw new Error(JSON.stringify(added.body))
  return authenticator
}

const cookieOf = (answer: TestAnswer, wanted: string): string => answer.cookies.find(({ name }) => name === wanted)?.value ?? ''

/** A browser that a step belongs to. */
export const browserOf = (answer: TestAnswer) => ({ cookies: { [stepCookie]: cookieOf(answer, stepCookie) } })
export const rememberedOf = (answer: TestAnswer) => ({ cookies: { [rememberedCookie]: cookieOf(answer, rememberedCookie) } })

/** Sends a password; the answer is a session or a step. */
export const sendPassword = (
  app: TestApp,
  tenant: TestTenant,
  user: TestUser,
  options: Parameters<TestApp['call']>[2] = {},
  secret = password,
) => app.call(login, { body: { tenantName: tenant.tenantName, username: user.username, password: secret } }, options)
