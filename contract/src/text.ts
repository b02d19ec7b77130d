import { z } from 'zod'
import { isLine, isLines, isStorable, isVisible } from './rules/characters.ts'

/**
 * The types of all text in requests. Everything except text that is compared exactly is in normalization form C, so that
 * the same text is stored as the same characters. A test fails if any string of a request accepts a NUL.
 */

const refuse = (accepts: (text: string) => boolean) => z.refine<string>(accepts, { params: { code: 'invalid_characters' }, abort: true })

/** A name that people read and compare: trimmed, required, without invisible characters. */
export const nameText = (maximum: number) => z.string().trim().normalize().check(refuse(isVisible)).min(1).max(maximum)

/** One line, trimmed; can be empty. */
export const lineText = (maximum: number) => z.string().trim().normalize().check(refuse(isLine)).max(maximum)

/** Several lines, trimmed, with `\n` between them; can be empty. */
export const multilineText = (maximum: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/\r\n?/g, '\n'))
    .trim()
    .normalize()
    .check(refuse(isLines))
    .max(maximum)

/** A search text. */
export const searchText = (maximum = 100) => lineText(maximum)

/** A key or username as issued: required and not trimmed. */
export const keyText = (maximum: number) => z.string().normalize().check(refuse(isLine)).min(1).max(maximum)

/** Issued by another system or the server itself, such as a token: compared exactly, so not changed. */
export const exactText = (maximum: number) => z.string().check(refuse(isLine)).max(maximum)

/** A secret that only its owner knows: not changed, with every character that can be stored. */
export const secretText = (maximum: number) => z.string().check(refuse(isStorable)).min(1).max(maximum)

/** A file or document as text: not changed. Its parser checks it. */
export const documentText = () => z.string().check(refuse(isStorable))

/** An absolute HTTP URL. */
export const httpAddress = () =>
  z
    .url({ protocol: /^https?$/ })
    .check(refuse(isLine))
    .max(2048)
