import { Link } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { buttonClass } from '../ui/form/Button.tsx'

/** Leads from an error to the start page. */
export const HomeLink = () => (
  <Link to="/" className={buttonClass('primary')}>
    {m.shell_home()}
  </Link>
)
