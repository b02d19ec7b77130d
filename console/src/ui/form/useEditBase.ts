import { useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ContractForm } from './FormShell.tsx'

/**
 * The version of an entity that a form's values are based on. While the form is untouched it follows the server. After the
 * first edit it stays fixed, so that saving sends the version the user saw and the server can refuse with 412.
 * @returns the version, and `rebase` to continue from the one just saved; put that one into the query cache first
 */
export function useEditBase<Versioned extends { etag: string | undefined }, Values extends FieldValues, Output extends FieldValues>(
  form: ContractForm<Values, Output>,
  latest: Versioned,
  valuesOf: (entity: Versioned) => Values,
): [base: Versioned, rebase: (entity: Versioned) => void] {
  const [base, setBase] = useState(latest)
  if (!form.formState.isDirty && latest.etag !== base.etag) setBase(latest)
  useEffect(() => {
    // The form library has its own store, which needs the newer values from the server.
    form.reset(valuesOf(base))
  }, [form, base, valuesOf])
  return [base, setBase]
}
