import { expect, type Page } from '@playwright/test'
import { createClient, urlOf } from '@steward/contract/http'
import type { SignedIn } from '@steward/contract/session/schemas'
import { login, setPasswordByLink } from '@steward/contract/session/endpoints'
import { createUser } from '@steward/contract/users/endpoints'
import { demoCredentials } from './demo.ts'
import { linkIn, mailTo } from './mails.ts'
import { at, testServer } from './server.ts'
import { unique } from './unique.ts'

export interface Person {
  tenantName: string
  username: string
  password: string
}

function call(token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return createClient({ baseUrl: testServer().url, fetch: (...args) => fetch(...args), headers: () => headers })
}

/** The session of a user who has no second factor. */
export async function sessionOf({ tenantName, username, password }: Person): Promise<SignedIn> {
  const { data } = await call()(login, { body: { tenantName, username, password } })
  if ('next' in data) throw new Error(`${username} is asked for a second factor`)
  return data
}

const tokenOf = async (person: Person): Promise<string> => (await sessionOf(person)).accessToken

/** Makes API calls as a user. */
export const callAs = async (person: Person): Promise<ReturnType<typeof call>> => call(await tokenOf(person))

/** A token is valid for ten minutes. */
const freshMs = 5 * 60_000
let administrator: { token: string; until: number } | undefined

async function administratorToken(): Promise<string> {
  if (administrator === undefined || administrator.until < Date.now()) {
    administrator = { token: await tokenOf(demoCredentials()), until: Date.now() + freshMs }
  }
  return administrator.token
}

/** Makes API calls as the demo administrator, with one token for many: signing in takes longer than most calls. */
export async function administratorCall(): Promise<ReturnType<typeof call>> {
  let token = await administratorToken()
  const headers = () => ({ authorization: `Bearer ${token}` })
  return createClient({
    baseUrl: testServer().url,
    headers,
    async fetch(url, init) {
      const answer = await fetch(url, init)
      if (answer.status !== 401) return answer
      // A test has ended its session.
      administrator = undefined
      token = await administratorToken()
      return fetch(url, { ...init, headers: { ...init?.headers, ...headers() } })
    },
  })
}

/** Invites a user, who is mailed a link, as the demo administrator. Returns the email address. */
export async function invite(givenName: string, groupIds: string[] = []): Promise<string> {
  const email = `${unique(`${givenName.toLowerCase()}.`)}@meridian-re.example`
  await (
    await administratorCall()
  )(createUser, { body: { givenName, familyName: 'Tester', email, groupIds } })
  return email
}

/** A user who has followed the invitation and can sign in. */
export async function activeUser(givenName: string, groupIds: string[] = []): Promise<Person> {
  return followInvitation(await invite(givenName, groupIds))
}

/** Follows the link that was mailed to a user, and sets a password. */
export async function followInvitation(username: string): Promise<Person> {
  const link = new URL(linkIn(await mailTo(username)))
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? ''
  const password = 'Correct-horse-7-battery'
  const { data } = await call()(setPasswordByLink, { body: { token, newPassword: password } })
  return { tenantName: data.tenantName, username, password }
}

/** Gives a page a session without going through the sign-in screens. */
export async function enter(page: Page, { tenantName, username, password }: Person): Promise<void> {
  const answer = await page.request.post(at(urlOf(login, {})), { data: { tenantName, username, password } })
  expect(answer.status(), `${username} signs in`).toBe(200)
}

/** Signs in through the screens, starting with the tenant's name. */
export async function signIn(page: Page, person: Person, path = '/home/login'): Promise<void> {
  await page.goto(at(path))
  // With the tenant in the URL, sign-in starts at the second step.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  if (await page.getByLabel('Tenant', { exact: true }).isVisible()) {
    await page.getByLabel('Tenant', { exact: true }).fill(person.tenantName)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await enterPassword(page, person)
}

/** The second step of signing in. */
export async function enterPassword(page: Page, { username, password }: Pick<Person, 'username' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
