import { useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ContractForm } from './FormShell.tsx'

/**
 * The version of an entity that a form's values were made from. While the form is untouched it follows what the server
 * tells; once something was entered it stays, so that saving names the version that was really seen and the server can
 * refuse with 412.
 * @returns the version, and `rebase` to go on from the one that was just saved; put that one into the query cache first
 */
export function useEditBase<Versioned extends { etag: string | undefined }, Values extends FieldValues, Output extends FieldValues>(
  form: ContractForm<Values, Output>,
  latest: Versioned,
  valuesOf: (entity: Versioned) => Values,
): [base: Versioned, rebase: (entity: Versioned) => void] {
  const [base, setBase] = useState(latest)
  if (!form.formState.isDirty && latest.etag !== base.etag) setBase(latest)
  useEffect(() => {
    // The form library keeps its own store, which is brought up to date with what the server tells.
    form.reset(valuesOf(base))
  }, [form, base, valuesOf])
  return [base, setBase]
}
