import { at } from './server.ts'

/** A SCIM client over HTTP, like that of a provider. */

export interface ScimReply {
  status: number
  // Responses of any shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Headers
}

export type ScimClient = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) => Promise<ScimReply>

/** @param base the address that the console shows */
export function scimClient(base: string, token: string): ScimClient {
  // The test reaches the server by another address than its public one.
  const below = new URL(base).pathname
  return async (method, path, body) => {
    const answer = await fetch(at(below + path), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', 'user-agent': 'Test provider' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), headers: answer.headers }
  }
}

export const scimUser = (userName: string, givenName: string, familyName: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  externalId: `external-${userName}`,
  name: { givenName, familyName },
  emails: [{ value: userName, type: 'work', primary: true }],
  active: true,
})

export const scimGroup = (displayName: string, userIds: string[] = []) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName,
  members: userIds.map((value) => ({ value })),
})

export const scimPatch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
})
