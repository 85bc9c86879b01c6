import { call, messageOf } from '../../../../web/api-client.ts'
import { type Receipt, uploadReceipt } from '../../contract.ts'
import { maxFileBytes, tooLargeText } from '../../rules.ts'

export const receiptTypes = 'image/*,application/pdf,.heic,.heif'

/** Sends one file. What is too large is refused here with the sentence that the server would answer. */
export async function sendReceipt(file: File, requestId: string): Promise<Receipt> {
  if (file.size > maxFileBytes) throw new FileRefused(tooLargeText)
  return call(uploadReceipt, { query: { requestId, fileName: file.name }, file })
}

class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

export function uploadProblem(error: unknown): string {
  if (error instanceof FileRefused) return error.message
  return messageOf(error, 'This file could not be uploaded. Please try again.')
}
