/** Attributes as described in RFC 7643, section 7; the source of `/Schemas` and of all validation. */

export type AttributeType = 'string' | 'boolean' | 'decimal' | 'integer' | 'dateTime' | 'reference' | 'binary' | 'complex'

export interface Attribute {
  name: string
  type: AttributeType
  description: string
  multiValued: boolean
  required: boolean
  caseExact: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly'
  returned: 'always' | 'never' | 'default' | 'request'
  uniqueness: 'none' | 'server' | 'global'
  /** Every resource has a value: the server chooses one if the client gives none. */
  hasDefault?: boolean
  canonicalValues?: readonly string[]
  referenceTypes?: readonly string[]
  subAttributes?: readonly Attribute[]
}

type Traits = Partial<Omit<Attribute, 'name' | 'type' | 'description' | 'multiValued' | 'subAttributes'>>

const defaults = {
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
} as const

export const text = (name: string, description: string, traits: Traits = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...defaults,
  ...traits,
})

export const flag = (name: string, description: string, traits: Traits = {}): Attribute => ({
  name,
  type: 'boolean',
  description,
  ...defaults,
  ...traits,
})

export const moment = (name: string, description: string, traits: Traits = {}): Attribute => ({
  name,
  type: 'dateTime',
  description,
  ...defaults,
  ...traits,
})

export const reference = (name: string, description: string, referenceTypes: readonly string[], traits: Traits = {}): Attribute => ({
  name,
  type: 'reference',
  description,
  ...defaults,
  caseExact: true,
  ...traits,
  referenceTypes,
})

export const complex = (name: string, description: string, subAttributes: readonly Attribute[], traits: Traits = {}): Attribute => ({
  name,
  type: 'complex',
  description,
  ...defaults,
  ...traits,
  subAttributes,
})

/** A multi-valued attribute, with the sub-attributes of RFC 7643, section 2.4. */
export const many = (name: string, description: string, subAttributes: readonly Attribute[], traits: Traits = {}): Attribute => ({
  ...complex(name, description, subAttributes, traits),
  multiValued: true,
})

/** `value`, `display`, `type` and `primary` of a multi-valued attribute. */
export const labelled = (value: Attribute, types?: readonly string[]): Attribute[] => [
  value,
  text('display', 'A name for people to read.'),
  text('type', 'What the value is for.', types ? { canonicalValues: types } : {}),
  flag('primary', 'Whether this is the preferred value; at most one is.'),
]

/** A schema: its URN and attributes (RFC 7643, section 7). */
export interface Schema {
  id: string
  name: string
  description: string
  attributes: readonly Attribute[]
}

/** The attribute with this name, ignoring case (RFC 7643, section 2.1). */
export function attributeNamed(attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined {
  const wanted = name.toLowerCase()
  return attributes?.find((candidate) => candidate.name.toLowerCase() === wanted)
}
