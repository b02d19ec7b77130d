import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { LanguageSelect } from '../i18n/LanguageSelect.tsx'
import { Footer } from './Footer.tsx'
import css from './LoginLayout.module.css'

/** The pages before sign-in: a background image, the product's name, one card (specification 1, section 2). */
export function LoginLayout({ children }: { children: ReactNode }) {
  return (
    <div className={css.page}>
      <div className={css.background} aria-hidden>
        <div className={css.contours} />
      </div>
      <header className={css.top}>
        <div className={css.brand}>
          <BrandMark />
          <span>{m.app_name()}</span>
        </div>
        <LanguageSelect />
      </header>
      <main id="main" className={css.main} tabIndex={-1}>
        {children}
      </main>
      <div className={css.foot}>
        <Footer />
      </div>
    </div>
  )
}

function BrandMark() {
  return (
    <svg className={css.mark} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" />
      <path d="M9 20.5c1.6 1.7 4 2.6 6.8 2.6 4 0 6.7-1.9 6.7-4.9 0-2.8-2-4-6.1-4.8-3-.6-4.1-1.1-4.1-2.4 0-1.2 1.3-2 3.3-2 2 0 3.7.7 5 2" />
    </svg>
  )
}
