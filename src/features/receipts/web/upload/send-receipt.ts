import { call } from '../../../../web/api-client.ts'
import { type FileProblem, FileRefused, fileProblemOf } from '../../../../web/files/file-problem.ts'
import { type Receipt, uploadReceipt } from '../../contract.ts'
import { maxFileBytes, tooLargeText } from '../../rules.ts'

export const receiptTypes = 'image/*,application/pdf,.heic,.heif'

/** Sends one file. What is too large is refused here with the sentence that the server would answer. */
export async function sendReceipt(file: File, requestId: string): Promise<Receipt> {
  if (file.size > maxFileBytes) throw new FileRefused(tooLargeText)
  return call(uploadReceipt, { query: { requestId, fileName: file.name }, file })
}

export function uploadProblem(error: unknown): FileProblem {
  return fileProblemOf(error, 'This file could not be uploaded. Please try again.')
}
