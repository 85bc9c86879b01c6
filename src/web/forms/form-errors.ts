import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../api-client.ts'

/** Puts what the server said about fields beside them, the focus on the first. Tells whether there was any. */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  names: ReadonlyArray<Path<T>>,
): boolean {
  if (!(error instanceof ApiError)) return false
  const concerned = names.filter((name) => error.fields[name] !== undefined)
  for (const [index, name] of concerned.entries()) {
    setError(name, { type: 'server', message: error.fields[name] ?? '' }, { shouldFocus: index === 0 })
  }
  return concerned.length > 0
}
