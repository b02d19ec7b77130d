import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { Button } from '../form/Button.tsx'
import css from './NewRows.module.css'

/** What was added behind the newest row shown, at most as many as a call answers. */
export interface AddedRows {
  count: number
  isMore: boolean
}

interface NewRowsProps<Key extends QueryKey> {
  /** Updated live. */
  query: UseQueryOptions<AddedRows, Error, AddedRows, Key>
  label: (added: AddedRows) => string
  onShow: () => void
}

/** Tells that a log has newer rows, without moving those that are read. */
export function NewRows<Key extends QueryKey>({ query, label, onShow }: NewRowsProps<Key>) {
  const { data } = useQuery(query)
  return (
    <div role="status" className={css.status}>
      {data === undefined || data.count === 0 ? null : (
        <Button icon={<ArrowUp />} onClick={onShow}>
          {label(data)}
        </Button>
      )}
    </div>
  )
}
