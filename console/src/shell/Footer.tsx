import { m } from '@steward/contract/paraglide/messages'
import css from './Shell.module.css'

export function Footer() {
  return <footer className={css.foot}>{m.shell_copyright({ year: new Date().getFullYear() })}</footer>
}
