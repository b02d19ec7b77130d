import { expect, it } from 'vitest'
import { requestId, responseXml, self } from '../../testing/federation/saml-forging.ts'
import { createSaml } from './index.ts'
import { flowIdOfRequest } from './request.ts'
import { posted } from '../../testing/federation/saml.ts'

const saml = createSaml()
const flowIdOf = (text: string, more: Record<string, string> = {}) =>
  saml.flowIdOf(posted(`${self}/acs`, { SAMLResponse: Buffer.from(text).toString('base64'), ...more }))

it('finds the flow that a response names', () => {
  expect(flowIdOf(responseXml(''))).toBe(flowIdOfRequest(requestId))
  expect(flowIdOf(responseXml('', { inResponseTo: undefined }))).toBeUndefined()
})

it('reads untrusted responses only as far as the name of their flow', () => {
  // Reading on would end in an error at the wrong end tag.
  expect(flowIdOf(responseXml('<x>'.repeat(50) + '<y/>'.repeat(40_000) + '</z>'))).toBe(flowIdOfRequest(requestId))
})

it('assigns an unreadable response to the flow it came with, whose trace shows it', () => {
  for (const text of ['<!DOCTYPE x><x/>', '<!-- --><x/>', 'no XML']) expect(flowIdOf(text, { RelayState: 'the-flow' })).toBe('the-flow')
})
