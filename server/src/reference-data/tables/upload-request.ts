import type { uploadCurrencies, uploadCurrencySchemes } from '@steward/contract/reference-data/currencies'
import type { Call } from '../../http/binding.ts'
import { languageOf } from '../../http/language.ts'
import type { TableUploadRequest } from './upload.ts'

/** A call with the file of a table. */
export const uploadRequestOf = ({
  body,
  query,
  signal,
  request,
}: Call<typeof uploadCurrencies | typeof uploadCurrencySchemes>): TableUploadRequest => ({
  file: body.file,
  uploadId: query.uploadId,
  signal,
  language: languageOf(request),
})
