import type { FederationSetup } from '@steward/contract/federation/schemas'
import { m } from '@steward/contract/paraglide/messages'
import { formatLastDay } from '../i18n/expiry.ts'
import { chosenOf, type ConflictField, type Side } from '../ui/form/conflict.ts'
import { resolvedSet, setConflict } from '../ui/form/setConflict.ts'
import { metadataValues, type MetadataValues, peopleValues, type PeopleValues, type ProviderValues } from './setup.ts'
import { protocolName } from './labels.ts'

/** Two versions of a setup that two administrators edited at the same time, field by field (as for users, groups and roles). */

/** One administrator's input, its base version, and the version another one saved since; null if there was no setup. */
interface Versions<Values> {
  base: FederationSetup | null
  mine: Values
  theirs: FederationSetup | null
}

function field<Values>(id: string, label: string, values: [base: Values, mine: Values, theirs: Values], show: (values: Values) => string) {
  const [base, mine, theirs] = values.map(show)
  return { id, label, base: base ?? '', mine: mine ?? '', theirs: theirs ?? '' }
}

function sourceText({ source, metadataUrl, fileName, pasted }: MetadataValues): string {
  if (source === 'url') return metadataUrl
  if (source === 'text' && pasted !== '') return m.sso_metadata_text_new()
  return source === 'text' || fileName === '' ? m.sso_metadata_from_file() : m.sso_metadata_file_chosen({ name: fileName })
}

const signatureText = ({ acceptsResponseSignature }: MetadataValues): string =>
  acceptsResponseSignature ? m.sso_response_signature_on() : m.sso_response_signature_off()

/** A secret is never shown, so it is never compared: a typed secret always differs from the saved one. */
const secretText = ({ clientSecret }: MetadataValues): string =>
  clientSecret === '' ? m.sso_conflict_secret_saved() : m.sso_conflict_secret_new()

const connectionFields: readonly [
  id: string,
  label: () => string,
  show: (values: MetadataValues) => string,
  keys: (keyof MetadataValues)[],
][] = [
  ['providerName', m.sso_provider_name, ({ providerName }) => providerName, ['providerName']],
  ['metadata', m.sso_metadata_from, sourceText, ['source', 'metadataUrl', 'metadata', 'fileName', 'pasted']],
  ['signature', m.sso_response_signature_required, signatureText, ['acceptsResponseSignature']],
  ['clientId', m.sso_client_id, ({ clientId }) => clientId, ['clientId']],
  ['client', m.sso_client_authentication, clientText, ['clientBy', 'clientSecret', 'clientSecretExpires']],
]

function clientText(values: MetadataValues): string {
  if (values.clientBy !== 'secret') return values.clientBy === 'key' ? m.sso_client_by_key() : m.sso_client_by_key_token_endpoint()
  const { clientSecretExpires: day } = values
  return day === '' ? secretText(values) : `${secretText(values)}, ${m.sso_secret_until({ date: formatLastDay(day) })}`
}

const isOidc = ({ base, theirs }: Versions<unknown>): boolean => (theirs ?? base)?.protocol === 'oidc'

/** The connection, with each part as text. */
export function connectionConflict(versions: Versions<MetadataValues>): ConflictField[] {
  const all: [MetadataValues, MetadataValues, MetadataValues] = [
    metadataValues(versions.base),
    versions.mine,
    metadataValues(versions.theirs),
  ]
  const hidden = isOidc(versions) ? ['signature'] : ['clientId', 'client']
  const shown = connectionFields.filter(([id]) => !hidden.includes(id))
  return shown.map(([id, label, show]) => field(id, label(), all, show))
}

/** The connection after choosing a version of each part. */
export function resolvedConnection({ mine, theirs }: Versions<MetadataValues>, sides: Record<string, Side>): MetadataValues {
  const result = metadataValues(theirs)
  const taken = connectionFields.filter(([id]) => sides[id] === 'mine').flatMap(([, , , keys]) => keys)
  return { ...result, ...Object.fromEntries(taken.map((key) => [key, mine[key]])) }
}

const mappingKey = ({ providerGroup, groupId }: PeopleValues['groupMappings'][number]): string => JSON.stringify([providerGroup, groupId])

function mappingOf(key: string): PeopleValues['groupMappings'][number] {
  const [providerGroup, groupId]: [string, string] = JSON.parse(key) // written by mappingKey
  return { providerGroup, groupId }
}

const texts = [
  ['adminGroupName', m.sso_admin_group],
  ['adminUsername', m.sso_break_glass],
  ['claimEmail', m.sso_claim_email],
  ['claimGivenName', m.sso_claim_given_name],
  ['claimFamilyName', m.sso_claim_family_name],
  ['claimGroups', m.sso_claim_groups],
  ['claimIdentifier', m.sso_claim_identifier],
] as const

/** People and groups: each text, and each mapping that either version changed. `nameOf` returns the name of a group here. */
export function peopleConflict({ base, mine, theirs }: Versions<PeopleValues>, nameOf: (groupId: string) => string): ConflictField[] {
  const all: [PeopleValues, PeopleValues, PeopleValues] = [peopleValues(base), mine, peopleValues(theirs)]
  const [before, own, other] = all.map(({ groupMappings }) => groupMappings.map(mappingKey))
  const label = (key: string) => {
    const { providerGroup, groupId } = mappingOf(key)
    return `${providerGroup} → ${nameOf(groupId)}`
  }
  const labels = { nameOf: label, present: m.sso_conflict_mapped(), absent: m.sso_conflict_unmapped() }
  return [
    ...texts.map(([id, name]) => field(id, name(), all, (values) => values[id])),
    ...setConflict({ base: before ?? [], mine: own ?? [], theirs: other ?? [] }, labels),
  ]
}

/** People and groups after choosing a version of each. */
export function resolvedPeople({ mine, theirs }: Versions<PeopleValues>, sides: Record<string, Side>): PeopleValues {
  const other = peopleValues(theirs)
  const chosen = chosenOf({ mine, theirs: other }, sides)
  const keys = { mine: mine.groupMappings.map(mappingKey), theirs: other.groupMappings.map(mappingKey) }
  return {
    adminGroupName: chosen('adminGroupName'),
    adminUsername: chosen('adminUsername'),
    claimEmail: chosen('claimEmail'),
    claimGivenName: chosen('claimGivenName'),
    claimFamilyName: chosen('claimFamilyName'),
    claimGroups: chosen('claimGroups'),
    claimIdentifier: chosen('claimIdentifier'),
    groupMappings: resolvedSet(keys, sides).map(mappingOf),
  }
}

const visible = (setup: FederationSetup | null) => JSON.stringify([setup?.protocol, metadataValues(setup), peopleValues(setup)])

/** Whether saving on top of the newer version of the setup would lose nothing. */
export function saysTheSame(base: FederationSetup | null, theirs: FederationSetup | null, typed?: MetadataValues): boolean {
  if (base?.updatedAt === theirs?.updatedAt) return true
  return (
    visible(base) === visible(theirs) &&
    (typed === undefined || (typed.clientSecret === '' && typed.metadata === '' && typed.pasted === ''))
  )
}

interface Draft {
  provider: ProviderValues
  metadata: MetadataValues
}

/** A draft: its connection as a whole, because parts of two providers don't combine, then people and groups. */
export function draftConflict(
  { base, mine, theirs }: Versions<PeopleValues>,
  { provider, metadata }: Draft,
  nameOf: (groupId: string) => string,
): ConflictField[] {
  const text = (name: string, protocol: ProviderValues['protocol'], values: MetadataValues) =>
    [
      `${name}, ${protocolName(protocol)}`,
      sourceText(values),
      ...(protocol === 'oidc' ? [`${m.sso_client_id()}: ${values.clientId}`, clientText(values)] : []),
    ].join('\n')
  const stored = (setup: FederationSetup | null) => (setup === null ? '' : text(setup.providerName, setup.protocol, metadataValues(setup)))
  const connection = {
    id: 'connection',
    label: m.sso_connection(),
    base: stored(base),
    mine: text(provider.providerName, provider.protocol, metadata),
    theirs: stored(theirs),
  }
  return [connection, ...peopleConflict({ base, mine, theirs }, nameOf)]
}
