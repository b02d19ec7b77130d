import type { LinkOptions } from '@tanstack/react-router'
import { ArrowUpRight, History } from 'lucide-react'
import { m } from '@steward/contract/paraglide/messages'
import type { MenuPage, ShownLink } from '../pages/menu.ts'
import { NewTabLink } from '../ui/display/NewTabLink.tsx'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import type { Application } from './applications.ts'
import css from './LaunchpadPage.module.css'

export interface ApplicationTileProps {
  application: Application
  /** Its URL; undefined if the addresses could not be loaded. */
  address: string | undefined
}

/** An application that the user can open. */
export function ApplicationTile({ application, address }: ApplicationTileProps) {
  const Icon = application.icon
  const content = (
    <>
      <span className={css.appIcon} aria-hidden>
        <Icon />
      </span>
      <span className={css.text}>
        <span className={css.name}>{application.displayName}</span>
        <span className={css.what}>{address === undefined ? m.launchpad_address_unread() : application.purpose}</span>
      </span>
    </>
  )
  if (address === undefined) return <div className={css.app}>{content}</div>
  return (
    <a className={css.app} href={address} title={application.purpose}>
      {content}
      <ArrowUpRight className={css.arrow} aria-hidden />
    </a>
  )
}

export interface PageTileProps {
  entry: MenuPage | ShownLink
  groupLabel: string | undefined
  isRecent: boolean
}

/** A page of the console, or an external link of the menu. */
export function PageTile({ entry, groupLabel, isRecent }: PageTileProps) {
  const Icon = entry.icon
  const content = (
    <>
      <Icon aria-hidden />
      <span className={css.text}>
        <span className={css.name}>{entry.title()}</span>
        {groupLabel === undefined ? null : <span className={css.what}>{groupLabel}</span>}
      </span>
    </>
  )
  if ('href' in entry) {
    return (
      <NewTabLink href={entry.href} className={css.page}>
        {content}
      </NewTabLink>
    )
  }
  return (
    <PlainLink link={{ to: entry.path as LinkOptions['to'] }} className={css.page}>
      {content}
      {isRecent ? (
        <>
          <History className={css.recent} aria-hidden />
          <span className="visually-hidden">{m.launchpad_recent()}</span>
        </>
      ) : null}
    </PlainLink>
  )
}
