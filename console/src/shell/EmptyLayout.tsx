import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import css from './Shell.module.css'

/** Only the content. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <div className={css.empty}>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
