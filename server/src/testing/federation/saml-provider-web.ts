import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, Response } from 'samlp'
import { metadataNs, postBinding, redirectBinding, signatureNs } from '../../federation/saml/names.ts'
import { childrenOf, everyElement, isElement, parseXml, plainText } from '../../federation/saml/xml.ts'

/** Adapts `samlp`, which expects Express, to node's own server. */

/** What we read from a service provider's metadata. */
export interface ServiceProvider {
  entityId: string
  acsUrl: string
  logoutUrl: string | undefined
  signingCertificate: string | undefined
  encryptionCertificate: string | undefined
}

export const derOf = (pem: string): string => pem.replace(/-----[^-]+-----|\s+/g, '')

export function readServiceProvider(metadata: string): ServiceProvider {
  const { root } = parseXml(metadata, { mostCharacters: 1_048_576, mostElements: 50_000, areCommentsAllowed: true })
  const all = [...everyElement(root)]
  const location = (name: string, binding: string) =>
    all.find((element) => isElement(element, metadataNs, name) && element.attributes.get('Binding') === binding)?.attributes.get('Location')
  const certificate = (use: string) => {
    const descriptor = all.find((element) => isElement(element, metadataNs, 'KeyDescriptor') && element.attributes.get('use') === use)
    const inner = descriptor && [...everyElement(descriptor)].find((element) => isElement(element, signatureNs, 'X509Certificate'))
    const der = plainText(inner)
    return der === undefined
      ? undefined
      : `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`
  }
  if (childrenOf(root, metadataNs, 'SPSSODescriptor').length === 0) throw new Error('not the metadata of a service provider')
  return {
    entityId: root.attributes.get('entityID') ?? '',
    acsUrl: location('AssertionConsumerService', postBinding) ?? '',
    logoutUrl: location('SingleLogoutService', redirectBinding),
    signingCertificate: certificate('signing'),
    encryptionCertificate: certificate('encryption'),
  }
}

export function requestOf(
  incoming: IncomingMessage,
  { query, body, session }: { query: Record<string, string>; body: Record<string, string>; session: Record<string, unknown> },
): Request {
  const url = incoming.url ?? '/'
  const method = incoming.method ?? 'GET'
  return { method, url, originalUrl: url, protocol: 'http', headers: incoming.headers, query, body, session }
}

export function responseOf(outgoing: ServerResponse): Response {
  return {
    set: (name, value) => void outgoing.setHeader(name, value),
    redirect: (url) => void outgoing.writeHead(302, { location: url }).end(),
    send: (content) =>
      typeof content === 'number'
        ? answer(outgoing, content, page(`<p>${content === 200 ? 'Signed out' : content}</p>`))
        : answer(outgoing, 200, content),
  }
}

export function answer(outgoing: ServerResponse, status: number, html: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

const maxBodyBytes = 1_048_576

export async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

export const page = (inside: string): string =>
  `<!doctype html><html lang="en"><head><title>samlp</title></head><body><main><h1>samlp</h1>${inside}</main></body></html>`

export const loginPage = (id: string, complaint?: string): string =>
  page(
    `${complaint === undefined ? '' : `<p role="alert">${escapeHtml(complaint)}</p>`}<form method="post" action="/login">` +
      `<input type="hidden" name="pending" value="${id}"><label>Login <input name="login" required></label> ` +
      '<label>Password <input name="password" type="password" required></label> <button>Sign in</button></form>',
  )
