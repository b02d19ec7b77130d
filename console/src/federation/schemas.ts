import { z } from 'zod'
import { adminGroupName } from '@steward/contract/rules/names'
import { federationProtocols } from '@steward/contract/catalog/identity-providers'
import type { MetadataValues, PeopleValues, ProviderValues } from './setup.ts'

/** Validation of the wizard's steps: the contract's rules (specification 2, section 5), and fields required by earlier choices. */

const required = z.string().trim().min(1)

export const providerSchema: z.ZodType<ProviderValues, ProviderValues> = z.object({
  providerId: required,
  protocol: z.enum(federationProtocols),
  providerName: required.max(64),
})

const url = z.url({ protocol: /^https?$/ }).max(2048)

export interface MetadataNeeds {
  protocol: ProviderValues['protocol']
  /** A file was uploaded before and stays in use. */
  hasFile: boolean
  /** A secret was entered before and stays in use. */
  hasSecret: boolean
}

/** Fields that are invalid for the current choices, each with its error code. */
function missing(value: MetadataValues, { protocol, hasFile, hasSecret }: MetadataNeeds): [keyof MetadataValues, string][] {
  const faults: [keyof MetadataValues, string][] = []
  if (value.source === 'url' && value.metadataUrl === '') faults.push(['metadataUrl', 'required'])
  else if (value.source === 'url' && !url.safeParse(value.metadataUrl).success) faults.push(['metadataUrl', 'invalid_url'])
  if (value.source === 'file' && value.metadata === '' && !hasFile) faults.push(['metadata', 'required'])
  if (value.source === 'text' && value.pasted.trim() === '' && !hasFile) faults.push(['pasted', 'required'])
  if (protocol === 'saml') return faults
  if (value.clientId === '') faults.push(['clientId', 'required'])
  if (value.clientBy === 'secret' && value.clientSecret === '' && !hasSecret) faults.push(['clientSecret', 'required'])
  return faults
}

export function metadataSchema(needs: MetadataNeeds): z.ZodType<MetadataValues, MetadataValues> {
  return z
    .object({
      providerName: required.max(64),
      source: z.enum(['url', 'file', 'text']),
      metadataUrl: z.string().trim(),
      metadata: z.string(),
      fileName: z.string(),
      pasted: z.string().max(512 * 1024),
      clientId: z.string().trim().max(256),
      clientBy: z.enum(['secret', 'key', 'key_token_endpoint']),
      clientSecret: z.string().max(2048),
      clientSecretExpires: z.string(),
      withoutTest: z.boolean(),
      acceptsResponseSignature: z.boolean(),
    })
    .check(({ value, issues }) => {
      for (const [field, code] of missing(value, needs)) {
        issues.push({ code: 'custom', path: [field], params: { code }, input: value[field] })
      }
    })
}

const claim = z.string().trim().max(256)

export const peopleSchema: z.ZodType<PeopleValues, PeopleValues> = z.object({
  adminGroupName,
  groupMappings: z.array(z.object({ providerGroup: required.max(256), groupId: required })).max(500),
  adminUsername: required,
  claimEmail: claim,
  claimGivenName: claim,
  claimFamilyName: claim,
  claimGroups: claim,
  claimIdentifier: claim,
})
