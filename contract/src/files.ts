import { z } from 'zod'

/** How the text of an uploaded file was encoded. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/** The bytes of an uploaded file, as they arrive. */
export type FileStream = AsyncIterable<Uint8Array>

const isFileStream = (value: unknown) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/**
 * The file of an endpoint with `media.streams`: the body of `text/csv`, or the field `file` of a form. The client sends it as a whole,
 * the handler reads it as it arrives.
 */
export const uploadedFile = (description: string) =>
  // Input and output differ, which a custom type cannot say: only the HTTP layer turns the one into the other.
  z
    .custom<FileStream>(isFileStream, { params: { code: 'required' } })
    .meta({ description, type: 'string', format: 'binary' }) as unknown as z.ZodType<FileStream, Blob | string>
