import { Download } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { CopyButton } from '../../ui/display/CopyButton.tsx'
import { Mono } from '../../ui/display/Mono.tsx'
import { buttonClass } from '../../ui/form/Button.tsx'
import { PrintButton } from '../../ui/form/PrintButton.tsx'
import css from './factors.module.css'

/** New recovery codes, which can be seen only now: to copy, save as a file or print. */
export function RecoveryCodes({ codes, username }: { codes: readonly string[]; username: string }) {
  const text = `${m.factor_codes_file({ username, address: location.host })}\n\n${codes.join('\n')}\n`
  return (
    <div className={css.stack}>
      <ul className={css.codes} aria-label={m.factor_codes_title()}>
        {codes.map((code) => (
          <li key={code}>
            <Mono>{code}</Mono>
          </li>
        ))}
      </ul>
      <div className={css.tools}>
        <CopyButton value={codes.join('\n')} label={m.factor_codes_copy()} hasText />
        <a
          className={buttonClass('quiet', true)}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`steward-recovery-codes-${username}.txt`}
        >
          <Download aria-hidden />
          <span>{m.factor_codes_download()}</span>
        </a>
        <PrintButton />
      </div>
    </div>
  )
}
