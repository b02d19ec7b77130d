import type { ScreenshotType } from '@steward/contract/help/constants'

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte)

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))

/** Extension of a screenshot's file. */
export const extensions: Record<ScreenshotType, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/**
 * The format of a picture by its bytes, regardless of its declared type; undefined for anything else. Operators open these
 * files, so executable content must not pass.
 */
export function pictureType(bytes: Uint8Array): ScreenshotType | undefined {
  // PNG (third edition), section 5.2; the first chunk is always IHDR.
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && startsWith(bytes, ascii('IHDR'), 12)) return 'image/png'
  // ITU T.81, annex B: start of image, then a marker.
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  // RFC 9649, section 2.
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBPVP8'), 8)) return 'image/webp'
  return undefined
}
