/**
 * Passwords that attackers try first (NIST SP 800-63B, section 3.1.1.2): the 49,000 most common of breaches, from
 * `@zxcvbn-ts/language-common`, so that no network is asked. Read when the first password is set, in under a second; it takes 5 MB from then on.
 */
let list: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Whether a password is common, or one with digits and special characters around it: the password rules force those, so that
 * people write `Password2024!`, which is as easy to guess. Case makes no difference.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load()
  const common = await list
  const plain = password.normalize('NFKC').toLowerCase()
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(plain) || (word !== '' && common.has(word))
}
