import { SaxesParser } from 'saxes'

/**
 * Parses untrusted XML: strictly well-formed, without document type, entities or processing instructions, and limited in size and
 * depth. The result is a plain tree with only what the parser saw.
 */

export interface XmlElement {
  /** The name without its prefix. */
  name: string
  namespace: string
  parent: XmlElement | undefined
  children: XmlElement[]
  /** Attributes without a namespace, by name. */
  attributes: ReadonlyMap<string, string>
  /** All attributes that could be an identifier, in any namespace and case. */
  ids: readonly string[]
  /** Its own text, all pieces concatenated. */
  text: string
  /** Its position in the source. */
  start: number
  end: number
  /** Namespaces declared on this element, by prefix. Inherited ones are looked up, since copies would grow quadratically. */
  namespaces: Readonly<Record<string, string>>
}

export interface XmlDocument {
  /** As parsed: with `\n` line ends (XML 1.0, section 2.11). */
  source: string
  root: XmlElement
}

export type XmlFault = 'too_large' | 'document_type' | 'processing_instruction' | 'comment' | 'too_deep' | 'not_well_formed'

/** The text is not XML that we accept. */
export class XmlRefused extends Error {
  override name = 'XmlRefused'
  readonly fault: XmlFault

  constructor(fault: XmlFault, message: string = fault) {
    super(message)
    this.fault = fault
  }
}

export interface XmlLimits {
  /** In UTF-16 units. */
  mostCharacters: number
  mostElements: number
  /** Metadata has comments; messages have none, and could only hide something in them. */
  areCommentsAllowed: boolean
}

/** Limits of a message; one with thousands of groups stays below them. */
export const messageLimits: XmlLimits = { mostCharacters: 256 * 1024, mostElements: 10_000, areCommentsAllowed: false }

const mostDepth = 64
/** The chunk size for reading only the beginning. */
const chunkLength = 4096

/** @throws XmlRefused */
export function parseXml(text: string, limits: XmlLimits): XmlDocument {
  const { source, parser, root } = readerOf(text, limits)
  parser.write(source).close()
  const found = root()
  if (!found) throw new XmlRefused('not_well_formed', 'no element')
  return { source, root: found }
}

/** The outermost element without its content: untrusted content is not parsed before its flow is known. @throws XmlRefused */
export function readRoot(text: string, limits: XmlLimits): XmlElement | undefined {
  const { source, parser, root } = readerOf(text, limits)
  for (let offset = 0; offset < source.length && !root(); offset += chunkLength) parser.write(source.slice(offset, offset + chunkLength))
  return root()
}

function readerOf(text: string, { mostCharacters, mostElements, areCommentsAllowed }: XmlLimits) {
  if (text.length > mostCharacters) throw new XmlRefused('too_large')
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true })
  let root: XmlElement | undefined
  let open: XmlElement | undefined
  let start = 0
  let depth = 0
  let count = 0

  parser.on('error', (error) => {
    throw new XmlRefused('not_well_formed', error.message)
  })
  parser.on('doctype', () => {
    throw new XmlRefused('document_type')
  })
  parser.on('processinginstruction', () => {
    throw new XmlRefused('processing_instruction')
  })
  parser.on('comment', () => {
    if (!areCommentsAllowed) throw new XmlRefused('comment')
  })
  parser.on('opentagstart', () => {
    start = source.lastIndexOf('<', parser.position - 1)
  })
  parser.on('opentag', (tag) => {
    depth += 1
    count += 1
    if (depth > mostDepth || count > mostElements) throw new XmlRefused('too_deep')
    const all = Object.values(tag.attributes)
    const element: XmlElement = {
      name: tag.local,
      namespace: tag.uri,
      parent: open,
      children: [],
      attributes: new Map(all.filter(({ uri }) => uri === '').map(({ name, value }) => [name, value])),
      ids: all.filter(({ local, prefix }) => prefix !== 'xmlns' && local.toLowerCase() === 'id').map(({ value }) => value),
      text: '',
      start,
      end: start,
      namespaces: tag.ns,
    }
    open?.children.push(element)
    root ??= element
    open = element
  })
  const addText = (piece: string) => {
    if (open) open.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth -= 1
    if (!open) return
    open.end = parser.position
    open = open.parent
  })
  return { source, parser, root: () => root }
}

export const isElement = (element: XmlElement, namespace: string, name: string): boolean =>
  element.name === name && element.namespace === namespace

export const childrenOf = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  element.children.filter((child) => isElement(child, namespace, name))

/** The child of that name, if there is exactly one. */
export function onlyChild(element: XmlElement, namespace: string, name: string): XmlElement | undefined {
  const [first, ...others] = childrenOf(element, namespace, name)
  return others.length === 0 ? first : undefined
}

/** The element and its descendants, in document order. */
export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* everyElement(child)
}

/** Its text, if it has no child elements. */
export const plainText = (element: XmlElement | undefined): string | undefined =>
  element && element.children.length === 0 ? element.text.trim() : undefined

/** Its text, including that of its descendants. */
export function wholeText(element: XmlElement): string {
  return element.children.length === 0
    ? element.text.trim()
    : [...everyElement(element)]
        .map(({ text }) => text)
        .join('')
        .trim()
}

/** Every namespace in scope, by prefix. */
function scopeOf(element: XmlElement): Map<string, string> {
  const around = element.parent ? scopeOf(element.parent) : new Map<string, string>()
  for (const [prefix, uri] of Object.entries(element.namespaces)) around.set(prefix, uri)
  return around
}

/** The element as a separate document: its source with all inherited namespaces declared. */
export function standalone({ source }: XmlDocument, element: XmlElement): string {
  const text = source.slice(element.start, element.end)
  const nameEnd = /^<[^\s/>]+/.exec(text)?.[0].length ?? 0
  const startTag = text.slice(0, text.indexOf('>') + 1)
  const declarations = [...scopeOf(element)]
    .map(([prefix, uri]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri] as const)
    .filter(([name]) => name !== 'xmlns:xml' && name !== 'xmlns:xmlns' && !new RegExp(`\\s${name}\\s*=`).test(startTag))
    .map(([name, uri]) => ` ${name}="${escapeXml(uri)}"`)
  return text.slice(0, nameEnd) + declarations.join('') + text.slice(nameEnd)
}

/** Escapes text for an element or an attribute. */
export const escapeXml = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\t/g, '&#x9;')
    .replace(/\n/g, '&#xA;')
    .replace(/\r/g, '&#xD;')
