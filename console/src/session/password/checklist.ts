import { m } from '@steward/contract/paraglide/messages'
import { meetsPasswordRule, passwordMaximumLength, passwordRules, type PasswordRule } from '@steward/contract/rules/password'

export interface ChecklistItem {
  rule: PasswordRule | 'different'
  /** Labels of specification 1, section 5. */
  text: string
  /** `later`: only the server can tell. */
  state: 'met' | 'unmet' | 'later'
}

/** What is known about the current password, which a new one must not match. */
export type CurrentPassword =
  /** It was typed into the form. */
  | { kind: 'typed'; password: string }
  /** Only the server knows it; `refused` are the passwords the server rejected as identical, `isAccepted` if it has accepted this one. */
  | { kind: 'hidden'; refused: readonly string[]; isAccepted: boolean }
  /** The user has no password yet. */
  | { kind: 'none' }

const texts: Record<PasswordRule, () => string> = {
  required: m.password_rule_required,
  length: m.password_rule_length,
  uppercase: m.password_rule_uppercase,
  lowercase: m.password_rule_lowercase,
  number: m.password_rule_number,
  special: m.password_rule_special,
}

function differs(password: string, current: CurrentPassword): ChecklistItem['state'] {
  if (password === '') return 'unmet'
  switch (current.kind) {
    case 'typed':
      return current.password === '' || password === current.password ? 'unmet' : 'met'
    case 'hidden':
      if (current.refused.includes(password)) return 'unmet'
      return current.isAccepted ? 'met' : 'later'
    case 'none':
      return 'met'
  }
}

/** Every requirement of a new password, ticked or not (specification 1, section 5). */
export function passwordChecklist(password: string, current: CurrentPassword): ChecklistItem[] {
  const own = passwordRules.map((rule): ChecklistItem => ({
    rule,
    text: texts[rule](),
    state: meetsPasswordRule(rule, password) ? 'met' : 'unmet',
  }))
  if (current.kind === 'none') return own
  return [...own, { rule: 'different', text: m.password_rule_different(), state: differs(password, current) }]
}

/** Whether the password passes every check that can be made in the browser. */
export const isAcceptable = (items: readonly ChecklistItem[]): boolean => items.every((item) => item.state !== 'unmet')

/** Whether every requirement is known to be met, also those that only the server can tell. */
export const isSecure = (items: readonly ChecklistItem[]): boolean => items.every((item) => item.state === 'met')

/** An error that no item of the checklist covers. */
export function newPasswordError(password: string): string | undefined {
  return password.length > passwordMaximumLength ? m.field_too_long({ maximum: passwordMaximumLength }) : undefined
}
