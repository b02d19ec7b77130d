import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import { cx } from '../ui/display/cx.ts'
import css from './Shell.module.css'
import { useCrumbs, type Crumb } from '../pages/titles.ts'

const launchpad = '/launchpad'

/**
 * The title in the top bar, and the breadcrumbs before it. Without a side menu it starts with 'Launchpad' (specification 1, section 2),
 * which is a link on other pages.
 */
export function Breadcrumbs({ hasMenu }: { hasMenu: boolean }) {
  const pages = useCrumbs()
  const start: Crumb = { title: m.menu_launchpad(), pathname: launchpad }
  const crumbs = hasMenu ? pages : [start, ...pages.filter((crumb) => crumb.pathname !== launchpad)]
  return (
    <nav className={cx(css.crumbs, hasMenu ? css.crumbsLast : css.crumbsFirst)} aria-label={m.shell_breadcrumbs()}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={`${index} ${crumb.pathname ?? ''}`}>
            {index > 0 ? <ChevronRight aria-hidden /> : null}
            <CrumbText crumb={crumb} isLast={index === crumbs.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function CrumbText({ crumb, isLast }: { crumb: Crumb; isLast: boolean }) {
  if (isLast) {
    return (
      <span aria-current="page" title={crumb.title}>
        {crumb.title}
      </span>
    )
  }
  return crumb.pathname === undefined ? (
    <span>{crumb.title}</span>
  ) : (
    <Link to={crumb.pathname} activeOptions={{ exact: true }}>
      {crumb.title}
    </Link>
  )
}
