import { ApiError } from '../../../web/api-client.ts'
import { maxLogoBytes } from '../contract.ts'

export const logoTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

interface LogoProblem {
  title: string
  description: string
}

const tooLarge = { title: 'File too large', description: 'Logo image must be less than 2MB' }
const invalidType = { title: 'Invalid file type', description: 'Please upload an image file' }
const failed = { title: 'Upload Failed', description: 'Could not upload logo. Please try again.' }

/** Checks a file before the upload. If the browser reports no type, the server decides by the content. */
export function logoFileProblem({ size, type }: Pick<File, 'size' | 'type'>): LogoProblem | null {
  if (size > maxLogoBytes) return tooLarge
  return type === '' || logoTypes.includes(type) ? null : invalidType
}

export function logoUploadProblem(error: unknown): LogoProblem {
  if (!(error instanceof ApiError)) return failed
  if (error.code === 'BODY_TOO_LARGE') return tooLarge
  return error.code === 'INVALID_FILE_TYPE' ? invalidType : failed
}
