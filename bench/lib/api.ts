import { Agent, request } from 'node:http'
import { type CallInput, type Endpoint, urlOf } from '@steward/contract/http'
import type { SignedIn } from '@steward/contract/session/schemas'
import { login } from '@steward/contract/session/endpoints'

interface Account {
  tenantName: string
  username: string
  password: string
}

/** Signs in over HTTP. Returns the access token. */
export const signIn = async (url: string, who: Account): Promise<string> => (await openSession(url, who)).accessToken

/** Signs in over HTTP. */
export async function openSession(url: string, who: Account): Promise<SignedIn> {
  const { tenantName, username, password } = who
  const response = await fetch(url + urlOf(login, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantName, username, password }),
  })
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
  // The contract's answer to a sign-in.
  return (await response.json()) as SignedIn
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * Posts JSON over a keep-alive connection and returns the status. Does as little work as possible, because it runs on the
 * machine that is being measured.
 */
export function post(url: string, body: object): Promise<number> {
  const payload = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject).end(payload)
  })
}

/** As `post`, from an address of its own behind a proxy; with the answer and its cookies. */
export function exchange(
  url: string,
  body: object,
  { address, cookie }: { address: string; cookie?: string },
): Promise<{ status: number; text: string; cookie: string }> {
  const payload = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      'x-forwarded-for': address,
      ...(cookie === undefined ? {} : { cookie }),
    }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      const set = (response.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text, cookie: set }))
    })
    sent.once('error', reject).end(payload)
  })
}

/** Reads the whole response of an endpoint, and fails on anything but success. */
export async function read<E extends Endpoint>(url: string, token: string, endpoint: E, input: CallInput<E>): Promise<void> {
  const response = await fetch(url + urlOf(endpoint, input as { params?: object; query?: object }), {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  })
  const body = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${endpoint.id} answered ${response.status}: ${Buffer.from(body).toString()}`)
}
