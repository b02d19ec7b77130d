import { m } from '@steward/contract/paraglide/messages'
import { uploadCurrencySchemes } from '@steward/contract/reference-data/currencies'
import { UploadPanel } from '../shared/UploadPanel.tsx'
import { schemeTables } from './queries.ts'

const template = {
  name: 'currency-schemes-template.csv',
  lines: [
    [
      'currencySchemeCode',
      'currencySchemeName',
      'anchorCurrencyCode',
      'sourceName',
      'externalId',
      'updateIntervalInDays',
      'isActive',
      'isDefault',
    ],
    ['MONTHLY', 'Monthly rates', 'USD', 'Treasury', '', '31', 'true', 'false'],
  ],
}

/** Creates and changes currency schemes from a file. */
export function UploadSchemesPanel({ onClose }: { onClose: () => void }) {
  return (
    <UploadPanel
      title={m.schemes_upload_title()}
      columns={[
        { name: 'currencySchemeCode', text: m.schemes_upload_code() },
        { name: 'currencySchemeName', text: m.schemes_upload_name() },
        { name: 'anchorCurrencyCode', text: m.schemes_upload_anchor() },
        { name: 'sourceName, externalId', text: m.schemes_upload_source() },
        { name: 'updateIntervalInDays', text: m.schemes_upload_interval() },
        { name: 'isActive, isDefault', text: m.currencies_upload_active() },
      ]}
      template={template}
      send={async (file, { uploadId, signal, onProgress }) => {
        const { sendFile } = await import('../../uploads/sendFile.ts')
        return sendFile(uploadCurrencySchemes, { query: { uploadId }, body: { file }, signal }, onProgress)
      }}
      tables={schemeTables}
      mutationKey="CurrencySchemes_upload"
      errorFallback={m.schemes_error_upload()}
      onClose={onClose}
    />
  )
}
