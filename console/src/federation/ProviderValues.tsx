import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import type { FederationProtocol } from '@steward/contract/catalog/identity-providers'
import type { Federation } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { configQuery } from '../api/config.ts'
import { helpAddress } from '../help/help.ts'
import { buttonClass } from '../ui/form/Button.tsx'
import { CopyValue } from '../ui/display/CopyButton.tsx'
import shared from './federation.module.css'
import css from './ProviderValues.module.css'

interface Value {
  name: string
  hint: string
  value: string
}

/** The values to enter at the provider, by protocol. */
function valuesFor(federation: Federation, protocol: FederationProtocol): Value[] {
  const response = federation.responseUrls[protocol]
  const home = new URL('/home/login', federation.identifierUri).href
  const scim = {
    name: m.sso_scim_url(),
    hint: m.sso_scim_url_hint(),
    value: federation.identifierUri.replace('/auth/federation/', '/scim/v2/'),
  }
  const start = { name: m.sso_initiate_url(), hint: m.sso_initiate_url_hint(), value: federation.initiateLoginUrl }
  if (protocol === 'oidc') {
    return [
      { name: m.sso_response_url(), hint: m.sso_response_url_hint_oidc(), value: response },
      { name: m.sso_after_logout_url(), hint: '', value: home },
      { name: m.sso_logout_url(), hint: m.sso_logout_url_hint_oidc(), value: federation.logoutUrl },
      { name: m.sso_front_logout_url(), hint: m.sso_front_logout_url_hint(), value: federation.frontChannelLogoutUrl },
      { name: m.sso_key_address(), hint: m.sso_key_address_hint(), value: federation.jwksUrl },
      start,
      scim,
    ]
  }
  return [
    { name: m.sso_identifier(), hint: m.sso_identifier_hint(), value: federation.identifierUri },
    { name: m.sso_response_url(), hint: m.sso_response_url_hint_saml(), value: response },
    { name: m.sso_logout_url(), hint: m.sso_logout_url_hint_saml(), value: federation.logoutUrl },
    { name: m.sso_our_metadata(), hint: m.sso_our_metadata_hint(), value: federation.metadataUrl },
    start,
    scim,
  ]
}

/** The values to enter at the provider, each with the provider's label and a copy button. */
export function ProviderValueList({ federation, protocol }: { federation: Federation; protocol: FederationProtocol }) {
  return (
    <dl className={shared.values}>
      {valuesFor(federation, protocol).map(({ name, hint, value }) => (
        <div key={name} className={shared.value}>
          <dt>
            {name}
            {hint === '' ? null : <span className={css.valueHint}>{hint}</span>}
          </dt>
          <dd>
            <CopyValue value={value} label={m.sso_copy({ name })} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Pages of the help site, by the provider's name in the catalog. */
const guides: Record<string, string> = {
  entra: 'microsoft-entra-id',
  okta: 'okta',
  google: 'google-workspace',
  keycloak: 'keycloak',
}

/** Link to a provider's guide, in a new tab. */
export function GuideLink({ providerId }: { providerId: string }) {
  const { data: config } = useQuery(configQuery)
  if (config === undefined) return null
  const page = `company/sso/${guides[providerId] ?? 'other-provider'}`
  return (
    <a className={buttonClass('secondary', true)} href={helpAddress(config, page)} target="_blank" rel="noreferrer">
      <BookOpen aria-hidden />
      {m.sso_guide()}
    </a>
  )
}
