import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../api-client.ts'

/** Shows the server's errors beside the fields and focuses the first. Returns whether there were any. */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  names: ReadonlyArray<Path<T>>,
): boolean {
  if (!(error instanceof ApiError)) return false
  const invalidFields = names.filter((name) => error.fields[name] !== undefined)
  for (const [index, name] of invalidFields.entries()) {
    setError(name, { type: 'server', message: error.fields[name] ?? '' }, { shouldFocus: index === 0 })
  }
  return invalidFields.length > 0
}
