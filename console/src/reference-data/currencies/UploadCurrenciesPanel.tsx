import { m } from '@steward/contract/paraglide/messages'
import { uploadCurrencies } from '@steward/contract/reference-data/currencies'
import { UploadPanel } from '../shared/UploadPanel.tsx'
import { currencyTables } from './queries.ts'

const template = {
  name: 'currencies-template.csv',
  lines: [
    ['currencyCode', 'currencyName', 'isActive'],
    ['EUR', 'Euro', 'true'],
  ],
}

/** Creates and changes currencies from a file. */
export function UploadCurrenciesPanel({ onClose }: { onClose: () => void }) {
  return (
    <UploadPanel
      title={m.currencies_upload_title()}
      columns={[
        { name: 'currencyCode', text: m.currencies_code_rule() },
        { name: 'currencyName', text: m.currencies_name_rule() },
        { name: 'isActive', text: m.currencies_upload_active() },
      ]}
      template={template}
      send={async (file, { uploadId, signal, onProgress }) => {
        const { sendFile } = await import('../../uploads/sendFile.ts')
        return sendFile(uploadCurrencies, { query: { uploadId }, body: { file }, signal }, onProgress)
      }}
      tables={currencyTables}
      mutationKey="Currencies_upload"
      errorFallback={m.currencies_error_upload()}
      onClose={onClose}
    />
  )
}
