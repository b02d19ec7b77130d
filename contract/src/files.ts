import { z } from 'zod'
import { type Encoding, encodingNames } from './rules/encodings.ts'

/** How the text of an uploaded file was encoded. */
export const encodingSchema = z.literal(Object.keys(encodingNames) as Encoding[])

/** The bytes of an uploaded file, as they arrive; a form names its file. */
export type FileStream = AsyncIterable<Uint8Array> & { readonly fileName?: string }

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
