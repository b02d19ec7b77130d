import { Download } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { csvFile, saveFile } from '../../exports/download.ts'
import { Button } from '../../ui/form/Button.tsx'
import css from './FileFormat.module.css'

/** The columns of a file of rates, and a template to download. */
export function FileFormat({ anchor = '' }: { anchor: string | undefined }) {
  const template = [
    ['currencyCode', 'asOfDate', 'exchangeRate'],
    [anchor === 'EUR' ? 'USD' : 'EUR', '2026-06-30', '1.0842'],
  ]
  return (
    <section className={css.section}>
      <h2>{m.rates_format_title()}</h2>
      <dl className={css.format}>
        <dt>currencyCode</dt>
        <dd>{m.rates_format_currency()}</dd>
        <dt>asOfDate</dt>
        <dd>{m.rates_format_as_of()}</dd>
        <dt>exchangeRate</dt>
        <dd>{m.rates_format_rate({ anchor })}</dd>
      </dl>
      <p className={css.note}>{m.rates_format_note()}</p>
      <div>
        <Button icon={<Download />} onClick={() => saveFile(csvFile(template), 'rates-template.csv')}>
          {m.users_import_template()}
        </Button>
      </div>
    </section>
  )
}
