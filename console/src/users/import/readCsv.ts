/** A CSV file as text, and its encoding. */
export interface CsvText {
  text: string
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
}

/**
 * Reads a file as spreadsheets save it: UTF-8, UTF-16 with a byte order mark (Excel's "Unicode text"), otherwise the
 * Windows encoding of Western Europe. The server accepts only UTF-8.
 */
export async function readCsv(file: Blob): Promise<CsvText> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = encodingOf(bytes)
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

function encodingOf(bytes: Uint8Array): CsvText['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
