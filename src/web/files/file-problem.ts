import { ApiError, messageOf } from '../api-client.ts'

/** Thrown for a file that is not sent. Its message is the sentence that the server would answer. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

export interface FileProblem {
  text: string
  /** The file is not the reason, so that it can be sent again. */
  canRetry: boolean
}

/** Says why a file was not sent. Only the network, the server, a limit or a session that ended can be another way later. */
export function fileProblemOf(error: unknown, fallback: string): FileProblem {
  if (error instanceof FileRefused) return { text: error.message, canRetry: false }
  const status = error instanceof ApiError ? error.status : 0
  return {
    text: messageOf(error, fallback),
    canRetry: status === 0 || status === 401 || status === 429 || status >= 500,
  }
}
