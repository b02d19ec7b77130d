import { z } from 'zod'
import { isLine, isLines, isStorable, isVisible } from './rules/characters.ts'

/**
 * The types of all text that requests carry. Everything except what is compared exactly is in normalization form C, so that
 * the same text is stored as the same characters. A test fails on a string of a request that takes a NUL.
 */

const refuse = (accepts: (text: string) => boolean) => z.refine<string>(accepts, { params: { code: 'invalid_characters' }, abort: true })

/** A name that people read and compare: trimmed, required, without invisible characters. */
export const nameText = (maximum: number) => z.string().trim().normalize().check(refuse(isVisible)).min(1).max(maximum)

/** One line, trimmed; it can be empty. */
export const lineText = (maximum: number) => z.string().trim().normalize().check(refuse(isLine)).max(maximum)

/** Several lines, trimmed, with `\n` between them; they can be empty. */
export const multilineText = (maximum: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/\r\n?/g, '\n'))
    .trim()
    .normalize()
    .check(refuse(isLines))
    .max(maximum)

/** Part of a text to look for. */
export const searchText = (maximum = 100) => lineText(maximum)

/** A key or username as it was issued: required and not trimmed. */
export const keyText = (maximum: number) => z.string().normalize().check(refuse(isLine)).min(1).max(maximum)

/** What another system or the server itself issued, such as a token: compared exactly, and so taken as it is. */
export const exactText = (maximum: number) => z.string().check(refuse(isLine)).max(maximum)

/** What only its owner knows: taken as it is, with every character that can be stored. */
export const secretText = (maximum: number) => z.string().check(refuse(isStorable)).min(1).max(maximum)

/** A file or a document as text: taken as it is. Its reader checks what is in it. */
export const documentText = () => z.string().check(refuse(isStorable))

/** An absolute address of HTTP. */
export const httpAddress = () =>
  z
    .url({ protocol: /^https?$/ })
    .check(refuse(isLine))
    .max(2048)
