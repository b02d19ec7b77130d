import type { RelyingParty } from '../protocol.ts'
import { metadataNs, nameIdFormat, postBinding, protocolNs, redirectBinding, signatureNs } from './names.ts'
import { escapeXml } from './xml.ts'

/**
 * Metadata of a tenant as service provider (SAML metadata, section 2.4.4). All certificates are listed for signing, so that the provider
 * knows the next one before it is used; only the active one is listed for encryption.
 */
export function relyingPartyMetadata(relyingParty: RelyingParty, { signsRequests }: { signsRequests: boolean }): string {
  const { identifierUri, responseUrl, logoutUrl, displayName, keys } = relyingParty
  const keyDescriptor = (use: string, pem: string) =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="${signatureNs}"><ds:X509Data><ds:X509Certificate>` +
    `${pem.replace(/-----[^-]+-----|\s+/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  const active = keys.filter(({ status }) => status === 'active')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="${metadataNs}" entityID="${escapeXml(identifierUri)}" cacheDuration="P1D">`,
    `<md:SPSSODescriptor protocolSupportEnumeration="${protocolNs}" AuthnRequestsSigned="${signsRequests}" WantAssertionsSigned="true">`,
    ...keys.map(({ certificate }) => keyDescriptor('signing', certificate)),
    ...active.map(({ certificate }) => keyDescriptor('encryption', certificate)),
    ...[redirectBinding, postBinding].map((binding) => `<md:SingleLogoutService Binding="${binding}" Location="${escapeXml(logoutUrl)}"/>`),
    ...[nameIdFormat.persistent, nameIdFormat.email, nameIdFormat.unspecified].map(
      (format) => `<md:NameIDFormat>${format}</md:NameIDFormat>`,
    ),
    `<md:AssertionConsumerService Binding="${postBinding}" Location="${escapeXml(responseUrl)}" index="0" isDefault="true"/>`,
    '</md:SPSSODescriptor>',
    ...[displayName].map(
      (name) =>
        `<md:Organization><md:OrganizationName xml:lang="en">${escapeXml(name)}</md:OrganizationName>` +
        `<md:OrganizationDisplayName xml:lang="en">${escapeXml(name)}</md:OrganizationDisplayName>` +
        `<md:OrganizationURL xml:lang="en">${escapeXml(relyingParty.afterLogoutUrl)}</md:OrganizationURL></md:Organization>`,
    ),
    '</md:EntityDescriptor>',
    '',
  ].join('\n')
}
