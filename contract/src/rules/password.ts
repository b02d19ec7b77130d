/** Password rules (first specification file, sections 5 and 9). The server decides; the console shows the same checklist. */

export const passwordMinimumLength = 12
export const passwordMaximumLength = 256

/** The rules that only depend on the password. That it differs from the current one is checked separately. */
export const passwordRules = ['required', 'length', 'uppercase', 'lowercase', 'number', 'special'] as const
export type PasswordRule = (typeof passwordRules)[number]

const meets: Record<PasswordRule, (password: string) => boolean> = {
  required: (password) => password.length > 0,
  // Count characters as people see them, so that one emoji is not two.
  length: (password) => [...password].length >= passwordMinimumLength,
  uppercase: (password) => /\p{Lu}/u.test(password),
  lowercase: (password) => /\p{Ll}/u.test(password),
  number: (password) => /\p{Nd}/u.test(password),
  // Not a letter (with its marks), number, space or control character.
  special: (password) => /[^\p{L}\p{M}\p{N}\p{Z}\p{C}]/u.test(password),
}

/** Whether a password meets one rule. */
export const meetsPasswordRule = (rule: PasswordRule, password: string): boolean => meets[rule](password)

/** The rules that a password breaks, in the order of the checklist; empty for a good one. */
export const brokenPasswordRules = (password: string): PasswordRule[] => passwordRules.filter((rule) => !meets[rule](password))
