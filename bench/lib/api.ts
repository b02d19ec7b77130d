import { type CallInput, type Endpoint, urlOf } from '@steward/contract/http'
import { type SignedIn, login } from '@steward/contract/session'

/** Signs in over HTTP and answers the access token. */
export async function signIn(url: string, who: { tenantName: string; username: string; password: string }): Promise<string> {
  const { tenantName, username, password } = who
  const response = await fetch(url + urlOf(login, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantName, username, password }),
  })
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
  // The contract's answer to a sign-in.
  return ((await response.json()) as SignedIn).accessToken
}

/** Reads an endpoint whole, failing on anything but success. */
export async function read<E extends Endpoint>(url: string, token: string, endpoint: E, input: CallInput<E>): Promise<void> {
  const response = await fetch(url + urlOf(endpoint, input as { params?: object; query?: object }), {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${endpoint.id} answered ${response.status}: ${Buffer.from(body).toString()}`)
}
