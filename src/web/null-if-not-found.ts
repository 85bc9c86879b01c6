import { isNotFound } from './api-client.ts'

/** For the catch of a request: what does not exist any more becomes null; every other error is thrown again. */
export function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}
