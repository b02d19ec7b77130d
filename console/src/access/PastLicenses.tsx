import { useQuery } from '@tanstack/react-query'
import { m } from '@steward/contract/paraglide/messages'
import { formatDate } from '../i18n/time.ts'
import { Status } from '../ui/display/Badge.tsx'
import { EmptyState } from '../ui/display/states.tsx'
import { ScrollTable } from '../ui/table/ScrollTable.tsx'
import { PastUnread } from './PastUnread.tsx'
import { pastApplicationsQuery, pastDataQuery } from './pastQueries.ts'

/** Licensed applications and data as they were at a moment. */
export function PastLicenses({ asOf, search }: { asOf: string; search: string }) {
  const applications = useQuery(pastApplicationsQuery(asOf, search))
  const data = useQuery(pastDataQuery(asOf, search))
  if (applications.data === undefined) return <PastUnread query={applications} />
  if (data.data === undefined) return <PastUnread query={data} />
  if (applications.data.items.length + data.data.items.length === 0) return <EmptyState title={m.access_as_of_none()} />
  return (
    <>
      <Licenses label={m.licenses_applications()} withPackage page={applications.data} />
      <Licenses label={m.licenses_data()} page={data.data} />
    </>
  )
}

interface License {
  id: string
  productCode: string
  productName: string
  packageName?: string
  endDate: string
  /** At the moment. */
  licensed: boolean
}

interface LicensesProps {
  label: string
  withPackage?: boolean
  page: { items: readonly License[]; totalCount: number }
}

function Licenses({ label, withPackage = false, page: { items, totalCount } }: LicensesProps) {
  if (items.length === 0) return null
  const rest = totalCount - items.length
  return (
    <>
      <h2>{label}</h2>
      <ScrollTable label={label} boxed whole>
        <thead>
          <tr>
            <th scope="col">{m.licenses_product()}</th>
            {withPackage ? <th scope="col">{m.resource_groups_package()}</th> : null}
            <th scope="col">{m.licenses_state()}</th>
            <th scope="col">{m.licenses_end_date()}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.id}>
              <th scope="row">{one.productName || one.productCode}</th>
              {withPackage ? <td>{one.packageName}</td> : null}
              <td>
                <Status tone={one.licensed ? 'success' : 'danger'}>{one.licensed ? m.licenses_licensed() : m.licenses_lapsed()}</Status>
              </td>
              <td>{formatDate(one.endDate)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {rest > 0 ? <p>{m.access_as_of_more({ count: rest })}</p> : null}
    </>
  )
}
