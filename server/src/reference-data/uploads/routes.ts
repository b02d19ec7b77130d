import { cancelRateUpload, getRateUpload, listRateUploads, uploadRates } from '@steward/contract/reference-data/rates'
import type { Bind } from '../../http/binding.ts'
import { callerOf } from '../../http/caller.ts'
import { languageOf } from '../../http/language.ts'
import type { UploadService } from './service.ts'

/** Binds the uploads of the contract. */
export function bindUploadRoutes(bind: Bind, uploads: UploadService): void {
  bind(uploadRates, async (call) => uploads.receive(callerOf(call), call.body, languageOf(call.request)))
  bind(listRateUploads, async (call) => uploads.list(callerOf(call), call.query, languageOf(call.request)))
  bind(cancelRateUpload, async (call) => uploads.cancel(callerOf(call), call.params.uploadId))
  bind(getRateUpload, async (call) => uploads.get(callerOf(call), call.params.uploadId, languageOf(call.request)))
}
