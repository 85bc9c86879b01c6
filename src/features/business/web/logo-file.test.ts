import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../web/api-client.ts'
import { logoFileProblem, logoUploadProblem } from './logo-file.ts'

const twoMegabytes = 2 * 1024 * 1024

describe('before the upload', () => {
  test.each([
    ['a picture of exactly 2 MB', twoMegabytes, 'image/png', undefined],
    ['one byte more', twoMegabytes + 1, 'image/png', 'File too large'],
    ['a drawing that can carry script', 10, 'image/svg+xml', 'Invalid file type'],
    ['a document', 10, 'application/pdf', 'Invalid file type'],
    ['a file whose type the browser does not know', 10, '', undefined],
  ])('%s', (_, size, type, title) => {
    expect(logoFileProblem({ size, type })?.title).toBe(title)
  })
})

test.each([
  ['BODY_TOO_LARGE', 'File too large'],
  ['INVALID_FILE_TYPE', 'Invalid file type'],
  ['INTERNAL', 'Upload Failed'],
  ['UNREACHABLE', 'Upload Failed'],
] as const)('a refusal with %s is told as %s', (code, title) => {
  expect(logoUploadProblem(new ApiError({ code, status: 400, message: '' })).title).toBe(title)
})
