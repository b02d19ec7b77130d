import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { checkFederation, updateFederation } from '@steward/contract/federation/endpoints'
import type { Federation, FederationSetup } from '@steward/contract/federation/schemas'
import type { CallInput } from '@steward/contract/http'
import { m } from '@steward/contract/paraglide/messages'
import { api, apiWithEtag } from '../api/client.ts'
import { formatLastDay } from '../i18n/expiry.ts'
import { alertFailure } from '../api/alertFailure.ts'
import { alerts } from '../api/alerts.ts'
import { Button, buttonClass } from '../ui/form/Button.tsx'
import { Card } from '../ui/display/Card.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { Mono } from '../ui/display/Mono.tsx'
import { RelativeTime } from '../ui/display/RelativeTime.tsx'
import { Certificates } from './Certificates.tsx'
import { Checks } from './Checks.tsx'
import { DisableDialog } from './DisableDialog.tsx'
import shared from './federation.module.css'
import css from './ActiveConnection.module.css'
import { Keys } from './Keys.tsx'
import { GuideLink, ProviderValueList } from './ProviderValues.tsx'
import { keepFederation } from './queries.ts'
import { providerIdOf } from './setup.ts'
import { protocolName } from './labels.ts'

export interface ActiveConnectionProps {
  federation: Federation
  active: FederationSetup
  etag: string | undefined
  /** Starts another draft; undefined while there is one. */
  onChangeProvider: (() => void) | undefined
}

/** The active identity provider, and actions on it. */
export function ActiveConnection({ federation, active, etag, onChangeProvider }: ActiveConnectionProps) {
  const [isDisabling, setIsDisabling] = useState(false)
  return (
    <>
      <div className={css.cards}>
        <ConnectionCard active={active} etag={etag} />
        <PeopleCard active={active} />
      </div>
      <Certificates active={active} />
      <Keys federation={federation} />
      <Card title={m.sso_values_title()} actions={<GuideLink providerId={providerIdOf(federation, active)} />}>
        <ProviderValueList federation={federation} protocol={active.protocol} />
      </Card>
      <div className={css.cards}>
        {onChangeProvider === undefined ? null : (
          <Card title={m.sso_change_provider()}>
            <div className={shared.stack}>
              <p className={shared.muted}>{m.sso_change_provider_text()}</p>
              <div>
                <Button onClick={onChangeProvider}>{m.sso_change_provider()}</Button>
              </div>
            </div>
          </Card>
        )}
        <Card title={m.sso_disable_section()}>
          <div className={shared.stack}>
            <p className={shared.muted}>{m.sso_disable_section_text()}</p>
            <div>
              <Button kind="danger" onClick={() => setIsDisabling(true)}>
                {m.sso_disable()}
              </Button>
            </div>
          </div>
        </Card>
      </div>
      {isDisabling ? <DisableDialog active={active} etag={etag} onClose={() => setIsDisabling(false)} /> : null}
    </>
  )
}

function ConnectionCard({ active, etag }: Pick<ActiveConnectionProps, 'active' | 'etag'>) {
  const refresh = useMutation({
    mutationKey: ['sso_refresh'],
    async mutationFn() {
      const found = await api(checkFederation, { body: checkBody(active) })
      if (!found.isUsable) return found
      const answer = await apiWithEtag(updateFederation, { body: { slot: 'active' }, ifMatch: etag })
      keepFederation(answer.data, answer.etag)
      alerts.success(m.sso_refreshed())
      return found
    },
    onError: (error) => alertFailure(error, m.sso_error_save()),
  })
  return (
    <Card
      title={m.sso_connection()}
      actions={
        <Link to="/company/sso/connection" className={buttonClass('secondary', true)} aria-label={m.sso_edit_connection()}>
          {m.sso_edit()}
        </Link>
      }
    >
      <div className={shared.stack}>
        <DescriptionList
          items={[
            { term: m.sso_provider_name(), value: active.providerName },
            { term: m.sso_protocol(), value: protocolName(active.protocol) },
            { term: m.sso_issuer(), value: <Mono>{active.issuer}</Mono> },
            {
              term: m.sso_metadata_from(),
              value: active.metadataUrl === null ? m.sso_metadata_from_file() : <Mono>{active.metadataUrl}</Mono>,
            },
            { term: m.sso_metadata_read(), value: <RelativeTime value={active.metadataReadAt} /> },
            ...(active.protocol === 'oidc'
              ? [
                  { term: m.sso_client_id(), value: <Mono>{active.clientId ?? ''}</Mono> },
                  { term: m.sso_client_secret(), value: secretText(active) },
                ]
              : [
                  {
                    term: m.sso_response_signature_required(),
                    value: active.acceptsResponseSignature ? m.sso_response_signature_on() : m.sso_response_signature_off(),
                  },
                ]),
          ]}
        />
        {active.metadataUrl === null ? null : (
          <div>
            <Button small icon={<RefreshCw />} loading={refresh.isPending} onClick={() => refresh.mutate()}>
              {m.sso_refresh()}
            </Button>
          </div>
        )}
        {refresh.data ? <Checks {...refresh.data} /> : null}
      </div>
    </Card>
  )
}

const checkBody = ({ metadataUrl, protocol, clientAuthentication }: FederationSetup): CallInput<typeof checkFederation>['body'] => ({
  ...(metadataUrl === null ? {} : { metadataUrl }),
  protocol,
  ...(protocol === 'saml' ? {} : { clientBy: clientAuthentication === 'private_key_jwt' ? 'key' : 'secret' }),
})

function secretText({ clientAuthentication, hasClientSecret, clientSecretExpiresAt }: FederationSetup): string {
  if (clientAuthentication === 'private_key_jwt') return m.sso_client_by_key()
  if (!hasClientSecret) return m.sso_secret_none()
  return clientSecretExpiresAt === null ? m.sso_secret_set() : m.sso_secret_until({ date: formatLastDay(clientSecretExpiresAt) })
}

function PeopleCard({ active }: Pick<ActiveConnectionProps, 'active'>) {
  return (
    <Card
      title={m.sso_people()}
      actions={
        <Link to="/company/sso/people" className={buttonClass('secondary', true)} aria-label={m.sso_edit_people()}>
          {m.sso_edit()}
        </Link>
      }
    >
      <DescriptionList
        items={[
          { term: m.sso_admin_group(), value: active.adminGroupName === '' ? m.sso_none() : active.adminGroupName },
          {
            term: m.sso_mappings(),
            value:
              active.groupMappings.length === 0 ? (
                m.sso_none()
              ) : (
                <ul className={shared.plain}>
                  {active.groupMappings.map(({ providerGroup, groupId, groupName }) => (
                    <li key={`${providerGroup} ${groupId}`}>
                      {providerGroup} → {groupName ?? m.sso_mapping_gone()}
                    </li>
                  ))}
                </ul>
              ),
          },
          { term: m.sso_break_glass(), value: active.adminUsername },
        ]}
      />
    </Card>
  )
}
