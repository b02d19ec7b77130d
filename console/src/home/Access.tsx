import { linkOptions } from '@tanstack/react-router'
import { m } from '@steward/contract/paraglide/messages'
import { AccessGrid } from '../access/AccessGrid.tsx'
import { usePermission } from '../session/permissions/permissions.ts'
import { PlainLink } from '../ui/display/PlainLink.tsx'
import { ScrollRegion } from '../ui/table/ScrollRegion.tsx'
import css from './Home.module.css'
import { Bones, Part } from './Part.tsx'

const wholeMap = linkOptions({ to: '/user-administration/access/map' })
const groupList = linkOptions({ to: '/user-administration/groups' })

/** The groups with most people, and what each can do where. */
export function Access() {
  // Who sees the people of the groups sees the map of all of them.
  const groups = usePermission('Navigation.UserManagement') ? wholeMap : groupList
  return (
    <Part
      part="access"
      title={m.home_access()}
      sentence={m.home_access_sentence()}
      link={
        <PlainLink link={groups} className={css.link}>
          {m.home_access_all()}
        </PlainLink>
      }
      skeleton={<Bones heights={[40, 36, 36, 36, 36, 36, 36, 36]} />}
    >
      {(map) =>
        map.groups.length === 0 ? (
          <p className={css.none}>{m.home_access_empty()}</p>
        ) : (
          <>
            <ScrollRegion label={m.home_access_sentence()} className={css.scroll}>
              <AccessGrid {...map} />
            </ScrollRegion>
            {map.totalGroups > map.groups.length ? (
              <p className={css.more}>
                <PlainLink link={groups}>{m.home_access_all_count({ count: String(map.totalGroups) })}</PlainLink>
              </p>
            ) : null}
          </>
        )
      }
    </Part>
  )
}
