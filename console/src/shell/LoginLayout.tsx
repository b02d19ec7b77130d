import type { ReactNode } from 'react'
import { m } from '@steward/contract/paraglide/messages'
import { Footer } from './Footer.tsx'
import css from './LoginLayout.module.css'

/** The card over a background image on which all sign-in screens stand. */
export function LoginLayout({ children }: { children: ReactNode }) {
  return (
    <div className={css.frame}>
      <main id="main" className={css.main} tabIndex={-1}>
        <div className={css.card}>
          <div className={css.brand}>
            <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" />
            {m.app_name()}
          </div>
          {children}
        </div>
      </main>
      <Footer />
    </div>
  )
}
