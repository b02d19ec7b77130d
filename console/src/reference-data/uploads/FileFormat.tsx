import { m } from '@steward/contract/paraglide/messages'
import { FileColumns } from '../../uploads/FileColumns.tsx'

/** The columns of a file of rates, and a template to download. */
export function FileFormat({ anchor = '' }: { anchor: string | undefined }) {
  const example = [anchor === 'EUR' ? 'USD' : 'EUR', '2026-06-30', '1.0842']
  return (
    <FileColumns
      title={m.rates_format_title()}
      level={2}
      columns={[
        { name: 'currencyCode', text: m.rates_format_currency() },
        { name: 'asOfDate', text: m.rates_format_as_of() },
        { name: 'exchangeRate', text: m.rates_format_rate({ anchor }) },
      ]}
      note={m.rates_format_note()}
      template={{ name: 'rates-template.csv', lines: [['currencyCode', 'asOfDate', 'exchangeRate'], example] }}
    />
  )
}
