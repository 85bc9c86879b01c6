import { AppError } from '../../shared/errors.ts'

/** Prefixes the fields of an error with `content.`, as they are named where content is a part of the input. */
export async function prefixContentFields<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (!(error instanceof AppError) || !error.fields) throw error
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, message]) => [`content.${name}`, message]),
    )
    throw new AppError(error.code, error.message, { fields, cause: error })
  })
}
