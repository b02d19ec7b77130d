import { m } from '@steward/contract/paraglide/messages'
import { formatList } from '../i18n/format.ts'
import { formatDays, formatMinutes } from '../i18n/duration.ts'
import { fieldLabel, plainLabel } from './fields.ts'
import { settingFieldLabels, settingValueLabels } from './settingLabels.ts'

/** Values with parts of their own, such as settings, part by part. */

export interface Leaf {
  label: string
  before: string | null
  after: string | null
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const labels: Readonly<Record<string, () => string>> = settingFieldLabels

/** Who saved it is what the entry says, and when, too. */
const leftOut = new Set(['userDetails', 'since'])

/**
 * The parts that differ; undefined for plain values.
 * @param labelOfItem of the items of a list of codes
 */
export function leavesOf(before: string | null, after: string | null, labelOfItem?: (code: string) => string): Leaf[] | undefined {
  const [old, now] = [parsed(before), parsed(after)]
  if (old === undefined && now === undefined) return undefined
  if (isRecord(old ?? now)) {
    const [was, is] = [isRecord(old) ? old : {}, isRecord(now) ? now : {}]
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((key) => !leftOut.has(key))
      .map((key) => ({ label: labelOf(key), before: textAt(key, was[key]), after: textAt(key, is[key]) }))
      .filter((leaf) => leaf.before !== leaf.after)
  }
  const named = (value: Json | undefined) =>
    labelOfItem && Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? labelOfItem(item) : item)) : value
  return [{ label: '', before: textAt('', named(old)), after: textAt('', named(now)) }]
}

function parsed(value: string | null): Json | undefined {
  if (value === null || !/^[[{]/.test(value)) return undefined
  try {
    return JSON.parse(value) as Json
  } catch {
    return undefined
  }
}

const isRecord = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const labelOf = (key: string): string =>
  labels[key]?.() ?? (key.length > 3 ? fieldLabel({ category: '', fieldName: key }) : plainLabel(key))

/** A part as text; null without a value. */
function textAt(key: string, value: Json | undefined): string | null {
  if (value === undefined) return null
  if (value === null) return m.history_default()
  if (typeof value === 'number' && key.endsWith('Minutes')) return formatMinutes(value)
  if (typeof value === 'number' && key.endsWith('Days')) return formatDays(value)
  if (typeof value === 'boolean') return value ? m.ui_yes() : m.ui_no()
  const codes = settingValueLabels[key]
  const shown = (item: Json) => (typeof item === 'string' ? codes?.[item]?.() : undefined) ?? plainText(item)
  if (Array.isArray(value)) return value.length === 0 ? null : formatList(value.map(shown))
  return shown(value)
}

/** An object in a list: "Actuaries → Analysts", "203.0.113.0/24 (Office)". */
function plainText(value: Json): string {
  if (Array.isArray(value)) return formatList(value.map(plainText))
  if (!isRecord(value)) return String(value ?? '–')
  const { type, primary: _primary, $ref: _ref, display, ...rest } = value
  const shown = display === undefined || display === '' ? rest : { display }
  const [first = ['', ''], ...others] = Object.entries(shown).filter(([, part]) => part !== '' && part !== null)
  if ('range' in value || 'domain' in value || 'value' in value || display !== undefined) {
    const more = [...others.map(([, part]) => plainText(part)), ...(typeof type === 'string' ? [type] : [])].join(', ')
    return more === '' ? plainText(first[1]) : `${plainText(first[1])} (${more})`
  }
  return [first, ...others].map(([key, part]) => `${labelOfKey(key)} → ${plainText(part)}`).join(', ')
}

/** Groups of an identity provider are called as they are there. */
const labelOfKey = (key: string): string => (/^[a-z]+([A-Z][a-z]+)*$/.test(key) ? plainLabel(key) : key)
